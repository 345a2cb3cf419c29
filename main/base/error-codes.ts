import { type FieldErrorCode, fieldErrorCodes } from '../../preload/contract/field-error-codes.ts';
import { type ServiceErrorCode, serviceErrorCodes } from './service-error-codes.ts';

/**
 * Error codes, with their meaning and the till's reaction. Codes are stable. The windows show the text `error.<code>`
 * of `preload/contract/language/en.json`, or `error.<family>.*`. A field error in a request to the service has the
 * prefix `invalid.`.
 */
export type ErrorCode = keyof typeof errorCodes | ServiceErrorCode | FieldErrorCode | `invalid.${FieldErrorCode}`;

export const errorCodes = {
  internal: 'A fault of the till itself. Its cause is in the log, and what was asked for may have been done.',
  'ipc.sender': 'A frame that is no page of this app called. It is refused, and the log says so.',
  'ipc.unknown-call': 'A window made a call that the contract does not have. It is refused.',
  'ipc.window': 'A window made a call that only the other window may make. It is refused.',

  'sale.busy': 'Another sale is on the screen. Nothing is charged until it is dismissed.',
  'sale.above-maximum': 'A manager charges more than the `maximum` of this counter. It is charged once confirmed.',
  'sale.unusual': 'The sale is more than `times` the `usual` one. It is charged once somebody confirms it.',
  'sale.open': 'The sale is still under way, so it cannot be dismissed.',
  'sale.not-found': 'A window named a payment that the journal does not have.',
  'sale.unknown': 'A sale or refund was asked for under an id that the journal does not have.',
  'sale.closed': 'The till is closing. Nothing is charged; requests that were under way may have acted.',
  'sale.interrupted': 'The till ended while it created the payment. It searches for the payment before anything else.',
  'sale.reference-open': 'A payment with this reference has no outcome yet. Nothing is charged.',
  'sale.other-payment': 'The service answered about another payment. The answer is refused, and the till asks again.',
  'sale.elsewhere': 'Another till charged this payment, so this one does not cancel it.',
  'sale.acknowledge-refused':
    'Amount or reference of the payment is not what the journal has. The till does not acknowledge it, and follows it.',
  'sale.acknowledge-declined': 'The service refused the acknowledgement. The till follows the payment to its end.',
  'sale.read-again': 'A newer question takes the place of this read. Nobody sees this code.',
  'sale.auth.clock': 'The service refused the signature because of the clock. The till goes on asking about the sale.',
  'sale.auth.clock-wrong': 'The clock is too wrong to sign a question about the sale. The till goes on trying.',
  'sale.auth.key': "The service refused this till's key. The till goes on asking about the sale.",
  'sale.auth.authority': 'The service does not allow this till to ask. The till goes on asking about the sale.',

  'refund.not-paid': 'Journal or service does not have this payment as paid. Nothing is sent.',
  'refund.in-doubt': 'An earlier refund of this payment has no outcome yet. Nothing is sent.',
  'refund.above-remaining': 'More than what remains of the payment was asked for. Nothing is sent.',
  'refund.under-way': 'A refund of this payment is being prepared already. This press does nothing.',
  'refund.taken-back': 'Whoever asked for the refund took it back while it was being prepared. Nothing is sent.',
  'refund.late': 'Preparing the refund took more than a minute, or the machine slept meanwhile. Nothing is sent.',
  'refund.found': 'The service has just told of refunds of this payment that the till did not know. Nothing is sent.',
  'refund.restoring':
    'The record of payments comes from a backup, and the service has not told yet what happened since. Nothing is sent.',
  'refund.closed': 'The till is closing. A refund that was sent is taken up by the next start.',
  'refund.other-refund': 'The service answered about another refund. The answer is refused, and the till asks again.',
  'refund.unverified': 'The signature of the answer does not verify. The refund stays unconfirmed and is read again.',
  'refund.not-unsettled': 'A manager decided about a refund that needs no decision any more. Nothing is changed.',
  'refund.question-refused': 'The service refused a question about the refund, which says nothing about the refund.',
  'refund.auth.clock': 'The service refused a question about the refund because of the clock. The till asks again.',
  'refund.auth.clock-wrong': 'The clock is too wrong to sign a question about the refund. The till goes on trying.',
  'refund.auth.key': "The service refused a question about the refund because of this till's key. The till asks again.",
  'refund.auth.authority': 'The service does not allow this till to ask about the refund. The till asks again.',
  'refund.network.tls': 'The connection is not safe, so the till cannot ask about the refund. It tries again.',

  'register.busy':
    'This POS has another payment without an end: `reference`, `amountCents`, `state`. Nothing is charged.',
  'register.other-body': 'The key was used for something else before. What it stands for stays as it is.',
  'register.key-used':
    'The key stands for a payment that ended longer ago than the shop lets a key do so. Nothing is charged.',
  'register.unknown-key': 'The register has charged nothing under this key.',
  'register.above-maximum': 'A cash register asked for more than the `maximum` of this counter. Nothing is charged.',
  'register.refund-limit': 'Cash registers may refund no more, of a payment or in a day. Nothing is sent.',
  'register.refilling':
    'The record of payments was lost, and the service has not told yet what it has. Nothing is charged meanwhile.',
  'register.found-again':
    'A payment or a refund was found again after the record was lost, and may be this one. A person looks and decides.',

  'shift.sale-running': 'A sale is under way whose end would fall into the next shift. Nothing is closed.',
  'shift.other': 'The window showed another shift than the one that runs. Nothing is closed.',
  'shift.not-found': 'A window named a shift that is not closed yet.',

  'pin.required': "The act takes a manager and none is at the till. It is done once a manager's PIN comes along.",
  'pin.maximum': "The sale is above the `maximum` of this counter. It is charged once a manager's PIN comes along.",
  'pin.day': "The till has refunded up to `maximum` in 24 hours, so more takes a manager's PIN. Nothing is sent.",
  'pin.time': "The service's time is not known, so what was refunded today is not either. A manager's PIN goes along.",
  'pin.keychain':
    "The keychain does not take how far the journal is, so the refund takes a manager's PIN. Nothing is sent.",
  'pin.elsewhere': "Refunds of other tills cannot be seen, so the refund takes a manager's PIN. Nothing is sent.",
  'pin.wrong': 'The digits are not the PIN. `left` tries remain before a wait.',
  'pin.locked': 'Too many wrong PINs. None is checked for the next `seconds`.',
  'pin.not-manager': "The PIN is right, and is no manager's. Nothing is done.",
  'pin.taken': 'Somebody else has the PIN. Nothing is saved, and it counts as a wrong one.',
  'pin.in-people': 'The terminal has more than one manager, so a PIN is changed with its person. Nothing is saved.',

  'role.manager': 'The act is for a manager, and support is at the till. Nothing is done.',
  'people.stale': 'Somebody has changed the people since they were shown. Nothing is saved.',
  'people.unknown': 'The person has been ended, or is not known. Nothing is saved.',
  'people.name-taken': 'Another person has this name. Nothing is saved.',
  'people.manager-first': 'The first person with a PIN has to be a manager. Nothing is saved.',
  'people.last-manager': 'Nobody could manage the terminal afterwards. Nothing is saved.',
  'people.too-many': 'There would be more than `max` people who have not ended. Nothing is saved.',

  'journal.full': 'The disk is full. Nothing new is charged; what is under way is followed.',
  'journal.damaged': 'The journal is not as it was written. It is set aside, and what can be proven is taken over.',
  'journal.tampered':
    'The journal was gone, cut or altered, and no manager has cleared the alarm. Nothing is refunded until one does.',
  'journal.in-use': 'Another process holds the journal. The till tries to open it again.',
  'journal.read-only': 'The journal can be read and not be written. The till tries again.',
  'journal.too-new': 'A newer Tillmate wrote the journal. It is left as it is, and the till does not open.',
  'journal.pragma': 'The database did not take a setting that the journal needs. The till does not open.',
  'journal.failed': 'The disk does not answer, or the database failed. Nothing is sent; the till tries again.',

  'payouts.disk': 'The file of the fetched payouts cannot be written to. Fetching stops; nothing else is touched.',
  'payouts.disk-full': 'The disk has no room for the fetched payouts. Fetching stops; nothing else is touched.',
  'payouts.nothing': 'There are no fetched days to go on with. Nothing is done.',
  'payouts.exporting': 'The fetched payouts are being written to a file. No others are fetched meanwhile.',
  'payouts.no-bank': 'Payouts are made by the service, and only the embedded one of training can be told to.',

  'keychain.missing':
    'The system has no keychain that keeps what it is given. The till runs in training only, and looks again.',
  'keychain.library': 'libsecret is not installed. The till runs in training only; `command` installs it.',
  'keychain.locked':
    'The keychain is locked or waits for a person. Nothing is read or kept; the till asks again by itself.',
  'keychain.damaged':
    "The terminal's record in the keychain, or its tally, was altered or is gone. Nobody is a manager, no key is used.",
  'keychain.too-large': 'The secret is larger than the keychain of this system can hold. Nothing is kept.',
  'keychain.empty':
    "The keychain has lost the terminal's record. Nobody is a manager and no key is used until it is set up again.",

  'start.option-refused': 'An installed app was started with an option that is not one of its own. The start ends.',
  'start.no-sandbox':
    'The AppImage was started without a sandbox, as its launcher does where the system forbids one. The start ends.',
  'folder.network': 'The folder for the data is on a network drive, where the record is not safe. The start ends.',
  'folder.synced': 'A cloud service copies the folder for the data, and may bring back an old record. The start ends.',

  'settings.required': 'The terminal has no settings yet, so it cannot take payments.',
  'settings.changing': 'The till is being closed and opened with other settings. Nothing is done.',
  'settings.sale-running': 'A sale is under way, so the settings do not change.',
  'settings.too-new': 'A newer Tillmate wrote terminal.json. It is left as it is, and the start ends.',
  'settings.unusable': 'terminal.json cannot be read, or a new one cannot be written. The start ends.',
  'settings.unwritable': 'terminal.json could not be replaced. The old settings and keys stay in force.',
  'picture.unwritable': 'The picture could not be written to the disk. The settings do not name it.',
  'response-path.not-seen': 'A manager accepted a path that the service does not sign for now. Nothing is changed.',
  'terminal.tampered':
    'The `fields` of terminal.json were changed outside Tillmate. It does not go live until a manager accepts them.',
  'settings.not-changed': 'A manager accepted other fields than those that were changed by hand. Nothing is saved.',
  'settings.stale': 'Something else was saved since these settings were read. Nothing is saved.',
  'settings.nothing-to-undo': 'There is no last save to undo, or something else was saved since. Nothing is changed.',
  'keys.elsewhere': 'The keys were given for another address, environment, merchant or profile. They are not used.',
  'keys.stale': 'The key that was named is another one by now. Nothing is changed.',
  'keys.rotation-open': 'There is a second key already, which is taken into use or removed first. Nothing is kept.',
  'keys.same': 'The terminal signs with this very key. Nothing is kept.',
  'keys.kid-taken': 'The key in use has this `kid`, and nobody could tell the two apart. Nothing is kept.',
  'keys.for-other-account': 'The key was made for the account that is saved next, so it signs nothing before.',
  'keys.none': 'The terminal has no key that this could be done with. Nothing is done.',
  'profile.invalid': 'The `file` is no service profile, for what stands at `place`. Nothing is changed.',
  'key.empty': 'There is no text. Nothing is kept; so it is with every code of this family.',
  'key.too-large': 'It has more than 64 KiB.',
  'key.unknown': 'It is neither JSON nor PEM.',
  'key.json': 'It is JSON that breaks off, or that holds no JWK.',
  'key.pem': 'It is PEM that breaks off, or that holds no key.',
  'key.rsa': 'It is an RSA key.',
  'key.kind': 'It is a key of the `kind` that ES256 cannot use.',
  'key.curve': 'It is a key on the `curve`, and not on P-256.',
  'key.public': 'It is the public half alone.',
  'key.certificate': 'It is a certificate, which holds the public half alone.',
  'key.encrypted': 'It is encrypted with a passphrase.',
  'key.openssh': 'It is in the form of OpenSSH.',
  'key.several': 'It holds `count` private keys, and nobody said which.',
  'key.kid-unknown': 'The JWKS has no key of this `kid`.',
  'key.kid-other': 'The key names itself `own`, and `kid` was asked for.',
  'key.kid': 'The key id is no text of 1 to 200 characters.',
  'key.use': 'It is for something else than signing with ES256.',
  'key.private': 'One of d, x and y is absent or not 32 bytes.',
  'key.mismatch': 'The private number does not belong to the point.',
  'recover.other-account':
    'The record of the terminal is lost, and what it is to be set up with is of another account. Nothing is changed.',
  'recover.incomplete':
    'The record of the terminal is lost; it takes a signing key and a PIN to set it up again. Nothing is changed.',
  'terminal.forced': 'The till was started with --training, so it does not go live.',

  'provision.input': 'What the start was to be given on standard input did not come. Nothing is changed.',
  'provision.no-file': 'There is no provisioning file to shred in this run.',
  'provision.over': 'The question about the provisioning file was answered, or is another one now. Nothing is changed.',
  'provision.not-shredded': 'The provisioning file could not be overwritten or removed. It still holds the keys.',
  'training.no-payer': "The sale is not one of training, or has no payer's page.",
  'training.too-late': 'The payment of training is past what its customer was to do. Nothing is changed.',

  'refund-iban.forgotten':
    'The account was asked for more than two minutes ago, or for another payment. Nothing is done.',
  'receipt.no-printer': 'The system has no printer. Nothing is printed.',
  'receipt.failed': 'The system refused the print, or it failed. Nothing is printed; its reason is in the log.',
  'receipt.no-answer': 'The system has not said for 3 minutes what became of the print. It may have been printed.',
  'receipt.busy': 'Another print is under way. Nothing else is printed until it ends.',
  'receipt.printer-gone':
    'The system does not list the `printer` that was chosen. Nothing is printed; another one can be taken.',
  'receipt.issued-meanwhile': 'Another receipt of this came out since this one was drawn. Nothing is printed.',

  'file.full': 'The disk, or what this account may take of it, is full. Nothing of the file is left.',
  'file.read-only': 'This account may not write into the folder, or nobody may. Nothing of the file is left.',
  'file.open-elsewhere': 'Another program holds the file that is to be replaced. It stays as it was.',
  'file.no-folder': 'The folder is not there any more, such as that of a stick that was taken out. Nothing is saved.',
  'file.own-folder': 'The file was to go where the till keeps its own data. Nothing is saved.',
  'file.failed': 'The disk did not take the file. Nothing of it is left.',
  'file.missing': 'There is no `file` of this name. Nothing is changed.',
  'file.folder': 'A folder was named where a `file` is to be read. Nothing is changed.',
  'file.not-a-file': 'What was named is no `file`, but a device or a pipe. It is not opened, and nothing is changed.',
  'file.not-permitted': 'This account may not read the `file`. Nothing is changed.',
  'file.empty': 'The `file` has nothing in it. Nothing is changed.',
  'file.too-large': 'The `file` has more than the `megabytes` that one of its kind may have. Nothing is changed.',
  'file.encoding': 'The `file` is text in UTF-16, and has to be in UTF-8. Nothing is changed.',
  'file.not-text': 'The `file` is no text in UTF-8. Nothing is changed.',
  'file.unreadable': 'The disk failed while the `file` was read, or was pulled out. Nothing is changed.',
  'file.damaged': 'A file that a passphrase opens is cut off or altered. Nothing is changed.',
  'file.wrong-kind': 'A file is none that a passphrase opens, or one for something else. Nothing is changed.',
  'passphrase.wrong': 'The passphrase does not open the file. Nothing is changed.',
  'passphrase.short': 'The passphrase has fewer than `min` characters. Nothing is encrypted.',

  'backup.foreign': 'A `file` is no backup of Tillmate. Nothing is changed.',
  'backup.too-new': 'A newer Tillmate made the backup `file`. Nothing is changed.',
  'backup.cut-off': 'The end of the backup `file` is missing: it was not copied whole. Nothing is changed.',
  'backup.damaged': 'The backup `file` was altered, or a part of it is missing. Nothing is changed.',
  'backup.cancelled': 'The till ended while it made a backup. Nothing of the file is left.',
  'backup.busy': 'A backup is being made or restored. Another one is not begun.',
  'backup.over': 'The backup that was opened to be restored is not open any more. Nothing is changed.',
  'backup.other-terminal':
    'The backup is of another terminal, and nobody has said that it is meant. Nothing is changed.',
  'backup.no-folder': 'The folder for the daily backups is not there. The till tries again every quarter of an hour.',
  'restore.full': 'The disk of the till has no room for what a restore lays ready. Nothing is changed.',
  'restore.disk': 'The disk of the till did not take what a restore lays ready, or its switch. Nothing is changed.',
  'restore.unfinished':
    'A restore was begun and the disk does not let it be completed. The start ends, and the next one tries again.',

  'export.folder': 'A folder has the name of the file that an export is to go into. Nothing is written.',
  'export.no-file': 'What has that name is no file, but a device or a pipe. Nothing is written.',
  'export.no-folder': 'The folder of the file is not there, or no longer. Nothing is written.',
  'export.own-folder': "The file is among the till's own data, which it could destroy. Nothing is written.",
  'export.name': 'The disk does not take a file of that name. Nothing is written.',
  'export.forbidden': 'This account may not write there: folder, file or disk is read-only. The old file stays.',
  'export.held': 'Another program has the file open, so it cannot be replaced. The old file stays.',
  'export.disk-full': 'The disk has no room for the export. The old file stays, and nothing half written is left.',
  'export.failed': 'The disk failed, or was pulled out. The old file stays; its reason is in the log.',
  'export.cancelled': 'Somebody called the export off. The old file stays.',
  'export.busy': 'Another export is under way. This one is not begun.',
  'export.none': 'No export is under way, or another one than was named.',
  'export.range': 'The last day of an export is before its first. Nothing is written.',
  'export.future': 'An export is to begin with a day in the future. Nothing is written.',
  'export.not-here': 'Payouts were asked of a journal, which holds none. Nothing is written.',
  'export.not-fetched': 'No payouts were fetched, so there are none to export. Nothing is written.',
  'export.unfinished': 'The payouts are not fetched to their end, so some would be missing. Nothing is written.',
  'export.no-journal': 'The till has not taken any payments for this profile, so there is nothing to export.',
  'export.unwritten': 'The disk of the till is full, so its newest payments would be missing. Nothing is exported.',
  'export.option': 'The command line asks for an export with an `option` that cannot be read. Nothing is exported.',
  'sticker.drawing': 'What the window drew is no plain drawing of a sticker. Nothing is saved.',

  'log.level': 'How long the log is to tell more cannot be kept on the disk. Its level stays as it was.',
  'pack.busy': 'A support pack is being put together or saved. Nothing else is begun.',
  'pack.gone': 'The support pack that the window showed is not there any more. It has to be put together again.',
  'pack.disk': 'The disk did not take the parts of the support pack. Nothing of it is left.',
  'diagnosis.unknown': 'Neither journal nor log knows a payment by the id that was asked about. Nothing is copied.',
  'support-key.unreadable': "What was pasted as support's key is no JWK. Nothing is saved.",
  'support-key.private': "What was pasted as support's key has the private half. It is not kept, and nothing is saved.",
  'support-key.kind': "Support's key is of a kind that the pack cannot be encrypted to. Nothing is saved.",
  'support-key.weak': "Support's RSA key has fewer than 2048 bits. Nothing is saved.",
  'support-key.use': "Support's key says that it is for signatures, or for another algorithm. Nothing is saved.",

  'update.unreachable': 'The update server does not answer, or with an error. The till looks again by itself.',
  'update.redirected': 'The update server sends to another address. Nothing is fetched from there.',
  'update.signature': 'No known release key has signed the document. Nothing is fetched or installed.',
  'update.foreign': 'The document is signed and is no release for this system. Nothing is fetched or installed.',
  'update.expired': 'The newest document on the server is past its date, or the clock is wrong. Nothing is installed.',
  'update.replayed': 'The server shows an older document than before. Nothing is fetched or installed.',
  'update.broken': 'A file is not the one that was signed. It is removed, and fetched again at the next look.',
  'update.disk': 'The update cannot be written to the disk. The till looks again by itself.',
  'update.http': 'An installed till asks for updates by https only. Nothing is fetched.',
  'update.off':
    'This till takes no updates: switched off, without a server, a key, or a way to install. Nothing is done.',
  'update.not-ready': 'No update lies ready. Nothing is installed.',
  'update.sale-open': 'A sale or refund is under way, so nothing is installed now.',
  'update.installing':
    'An update is being installed, so nothing new is charged or refunded. The till starts again by itself.',
  'update.install': 'The system did not take the update. The version that runs stays.',

  'register.token': 'The request has no token, or one that is not or no longer known. Nothing is done.',
  'register.stranger': 'A web page of another origin asked, or under a foreign host name. Nothing is done.',
  'register.no-pairing': 'No pairing is open at the till, or it is over: five wrong codes, used, or two minutes gone.',
  'register.code': 'The code is not the one on the screen of the till. `left` tries remain.',
  'register.name-taken': 'Another register that is paired has this name. Nothing is done; the pairing stays open.',
  'register.too-many': 'As many registers are paired as a till can have. Nothing is done.',
  'register.no-register': 'The register has been ended, or is not known. Nothing is done.',
  'register.request': 'The request cannot be read, or a field of it is refused. Nothing is done.',
  'register.too-old':
    'The file of the request is older than a manager allows. Nothing is done; a cancel is never refused so.',
  'register.no-route': 'The link has no such address. Nothing is done.',
  'register.too-many-requests': 'Too many requests of this address failed within a minute.',
  'register.port-taken': 'Another program listens on the port for registers. None can reach the till over the network.',
  'register.folder':
    'The folder in which registers leave their wishes cannot be read or written. The till tries again.',
  'register.listen': 'The listener for registers cannot start. None can reach the till over the network.',

  'head-office.unreachable':
    'The collector of the chain does not answer, or with an error. Nothing is lost; the till tries again.',
  'head-office.certificate': 'The collector has a certificate that this machine does not trust. Nothing is sent.',
  'head-office.answer': 'What answers is no collector, or sends elsewhere. Nothing more is sent there.',
  'head-office.busy': 'The collector asks to wait. The till does, and tries again.',
  'head-office.code-unknown': 'The collector does not know the code. The till is not enrolled.',
  'head-office.code-used': 'Another till was enrolled with the code. This one is not.',
  'head-office.code-expired': 'The code was made too long ago. The till is not enrolled.',
  'head-office.ended': 'Head office has ended the till. Nothing more is shipped.',
  'head-office.counter':
    'The collector has had later calls with the key of this till. Nothing more is sent: the till is enrolled again.',
  'head-office.refused': 'The collector refuses what the till sends, for the reason `why`. The till goes on trying.',
  'head-office.enrolled': 'The till is enrolled. Nothing is changed.',
  'head-office.sets': 'Somebody changed a setting that head office sets. Nothing is saved.',
  'head-office.setting':
    'The value of head office for the setting `path` is not one of this till. All settings stay as they were.',

  'callback.body':
    'A callback is not JSON, or lacks what it must have. A genuine one is answered with 200 all the same.',
  'callback.port-taken': 'Another program listens on the port for callbacks. The till polls instead.',
  'callback.listen': 'The listener for callbacks cannot start. The till polls instead.',
} as const satisfies Record<string, string>;

/** In English, for support. */
export const explanations: ReadonlyMap<string, string> = new Map([
  ...Object.entries(errorCodes),
  ...Object.entries(fieldErrorCodes),
  ...Object.entries(serviceErrorCodes).map(([code, { support }]) => [code, support] as const),
]);

export function explained(code: string): string | undefined {
  return explanations.get(code.replace(/^invalid[.]/, ''));
}
