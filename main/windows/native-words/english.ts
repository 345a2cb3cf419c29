/** What the system shows for the app, and what a page without scripts says, in English. */
export const english = {
  /** BCP 47 tag of the region that writes amounts. */
  figures: 'nl-NL',
  titles: { till: 'Tillmate', display: 'Tillmate – customer display' },
  screen: (number: number) => `Screen ${number}`,
  menu: {
    till: 'Till',
    quit: 'Quit',
    about: 'About Tillmate',
    services: 'Services',
    hide: 'Hide Tillmate',
    hideOthers: 'Hide Others',
    unhide: 'Show All',
    file: 'File',
    close: 'Close Window',
    window: 'Window',
    minimize: 'Minimize',
    zoom: 'Zoom',
    front: 'Bring All to Front',
    edit: 'Edit',
    undo: 'Undo',
    redo: 'Redo',
    cut: 'Cut',
    copy: 'Copy',
    paste: 'Paste',
    delete: 'Delete',
    selectAll: 'Select All',
    view: 'View',
    openDisplay: 'Open customer display',
    zoomIn: 'Zoom In',
    zoomOut: 'Zoom Out',
    actualSize: 'Actual Size',
    fullScreen: 'Toggle Full Screen',
  },
  refundIban: { title: 'Account for a transfer back', close: 'Close' },
  /** Kinds of files, in the list of a dialog that saves or opens one. */
  files: {
    pdf: 'PDF document',
    csv: 'CSV table',
    xlsx: 'Excel workbook',
    zip: 'Zip archive',
    jsonl: 'JSON lines',
    svg: 'SVG picture',
    png: 'PNG picture',
    json: 'JSON file',
    jwe: 'Encrypted file',
    pem: 'PEM file',
    tillmate: 'Tillmate backup',
  },
  everyFile: 'All files',
  bands: { TRAINING: 'TRAINING', PREPROD: 'PREPROD – test environment' },
  crash: {
    title: 'This window has a problem',
    noSale: 'No sale is under way. Nothing is lost.',
    sale: (amount: string, reference: string, state: string) => `The sale of ${amount} (${reference}) is ${state}.`,
    goesOn:
      'The till goes on following the sale. Its window has stopped several times, and is opened again within two minutes at most.',
    again: 'Show the till again',
    customer: 'One moment, please.',
    states: {
      creating: 'being prepared',
      waiting: 'waiting for the customer',
      scanned: 'scanned by the customer, not confirmed yet',
      authorised: 'confirmed by the customer, the bank is finishing it',
      paid: 'PAID',
      cancelled: 'cancelled, no money moved',
      expired: 'expired, no money moved',
      failed: 'failed, no money was received',
      voided: 'voided, no money was received',
      unknown: 'not known yet: the till keeps asking. Do not charge again',
    },
    advice: {
      support: 'Call support if it does so again.',
      memory: 'This computer is short of memory: close other programs. Call support if that does not help.',
      blocked:
        'A security program or an unfinished update may stop it: restart the computer after the sale, or call support.',
    },
  },
  start: {
    title: 'Tillmate cannot start',
    nothingLost: 'No payment is lost by this.',
    noPermission: {
      what: 'The account that Tillmate runs in may not read and write this file or folder.',
      remedy:
        'Give that account the right to, or use the account that Tillmate was set up in, then start Tillmate again.',
    },
    inTheWay: {
      what: 'Something else stands where Tillmate keeps a file or a folder of its own.',
      remedy: 'Move it somewhere else, then start Tillmate again.',
    },
    diskFull: { what: 'The disk is full.', remedy: 'Make room on it, then start Tillmate again.' },
    locked: {
      what: 'Another program, such as a backup, holds this file.',
      remedy: 'Wait until it has ended or close it, then start Tillmate again.',
    },
    tooNew: {
      what: 'A newer Tillmate has written the settings of this terminal, and this one cannot read them.',
      remedy: 'Install the newer Tillmate again and start that one. Nothing was changed.',
    },
    refusedOption: {
      what: 'An installed Tillmate takes its own options only. It was started with another:',
      remedy:
        'Take it out of the shortcut or script that starts Tillmate, then start it again. If nobody here has put it there, call support.',
    },
    noSandbox: {
      what: 'This system lets no AppImage have a sandbox, and Tillmate does not run without one. The AppImage was started with:',
      remedy:
        'Have an administrator install the .deb of Tillmate in its place, which brings what the system asks for (an AppArmor profile), or allow user namespaces. Then start Tillmate again.',
    },
    networkDrive: {
      what: 'The folder for the data of Tillmate is on a network drive. The record of payments is not safe there: a write that was confirmed can be lost.',
      remedy: 'Have support move the folder of this account to a disk of this machine, then start Tillmate again.',
    },
    synced: {
      what: 'A cloud service copies the folder for the data of Tillmate. The record of payments is not safe there: an old one can come back in place of the new one.',
      remedy: 'Take this folder out of that service, then start Tillmate again.',
    },
    other: {
      what: 'Something failed while it started.',
      remedy: 'Start it again. If it fails again, call support and read them this text.',
    },
  },
};

export type NativeWords = typeof english;
