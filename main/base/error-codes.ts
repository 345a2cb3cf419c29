import { type FieldErrorCode, fieldErrorCodes } from '../../preload/contract/field-error-codes.ts';
import { type ServiceErrorCode, serviceErrorCodes } from './service-error-codes.ts';

/**
 * Error codes, with their meaning and the till's reaction. Codes are stable. The windows show the text `error.<code>`
 * of `preload/contract/language/en.json`, or `error.<family>.*`. A field error in a request to the service has the
 * prefix `invalid.`.
 */
export type ErrorCode = keyof typeof errorCodes | ServiceErrorCode | FieldErrorCode | `invalid.${FieldErrorCode}`;

const errorCodes = {
  internal: 'Internal error of the till; its cause is in the log. The requested action may have been done.',
  'ipc.sender': 'Call from a frame that is not a page of this app. The call is refused and logged.',
  'ipc.unknown-call': 'Call that is not in the contract. The call is refused.',
  'ipc.window': 'Call reserved for the other window. The call is refused.',

  'sale.busy': 'Another sale is on the screen. Nothing is charged until the cashier dismisses it.',
  'sale.above-maximum': 'Amount above the `maximum` of this counter, entered by a manager. Charged after confirmation.',
  'sale.unusual': 'Sale above `times` the `usual` amount. Charged after confirmation.',
  'sale.open': 'The sale is still in progress and cannot be dismissed.',
  'sale.not-found': 'The requested payment is not in the journal.',
  'sale.unknown': 'The requested sale or refund id is not in the journal.',
  'sale.closed': 'The till is closing. Nothing is charged; requests in progress may have acted.',
  'sale.interrupted':
    'The till ended during the creation of the payment. Before anything else, it searches for the payment.',
  'sale.reference-open': 'A payment with this reference has no outcome yet. Nothing is charged.',
  'sale.other-payment': 'The response is about another payment. The till refuses the response and asks again.',
  'sale.elsewhere': 'Another till charged this payment, so this till does not cancel it.',
  'sale.acknowledge-refused':
    'Amount or reference differ from the journal. The till follows the payment without an acknowledgement.',
  'sale.acknowledge-declined': 'The service refused the acknowledgement. The till follows the payment to its end.',
  'sale.read-again': 'Superseded by a newer read. Never shown.',
  'sale.auth.clock': 'The service refused the signature because of the clock. The till keeps polling.',
  'sale.auth.clock-wrong': 'The clock is too far off to sign a request about the sale. The till keeps trying.',
  'sale.auth.key': "The service refused this till's key. The till keeps polling.",
  'sale.auth.authority': 'The service does not authorise this till for the request. The till keeps polling.',

  'refund.not-paid': 'The payment is not paid according to the journal or the service. Nothing is sent.',
  'refund.in-doubt': 'An earlier refund of this payment has no outcome yet. Nothing is sent.',
  'refund.above-remaining': 'Amount above the remaining amount of the payment. Nothing is sent.',
  'refund.under-way': 'A refund of this payment is in preparation. The repeated request is ignored.',
  'refund.taken-back': 'The requester cancelled the refund during its preparation. Nothing is sent.',
  'refund.late': 'The preparation of the refund took more than a minute, or the machine slept. Nothing is sent.',
  'refund.found': 'The service reported refunds of this payment that were new to the till. Nothing is sent.',
  'refund.restoring':
    'The journal comes from a backup, and later payments are not recovered from the service yet. Nothing is sent.',
  'refund.closed': 'The till is closing. The next start resumes a refund that was sent.',
  'refund.other-refund': 'The response is about another refund. The till refuses the response and asks again.',
  'refund.unverified': 'The signature of the response does not verify. The refund stays unconfirmed and is read again.',
  'refund.not-unsettled': 'A manager decided about a refund that no longer needs a decision. Nothing is changed.',
  'refund.question-refused': 'The service refused a request about the refund. The result of the refund stays open.',
  'refund.auth.clock': 'The service refused a request about the refund because of the clock. The till asks again.',
  'refund.auth.clock-wrong': 'The clock is too far off to sign a request about the refund. The till keeps trying.',
  'refund.auth.key': "The service refused a request about the refund because of this till's key. The till asks again.",
  'refund.auth.authority': 'The service does not authorise this till to read the refund. The till asks again.',
  'refund.network.tls': 'The connection is not secure, so the till cannot read the refund. The till tries again.',

  'register.busy': 'This POS has another unfinished payment: `reference`, `amountCents`, `state`. Nothing is charged.',
  'register.other-body': 'The key was used for a different request. The first request stays unchanged.',
  'register.key-used':
    'The payment of this key ended longer ago than the shop allows for a repeat. Nothing is charged.',
  'register.unknown-key': 'No charge of this register has this key.',
  'register.above-maximum':
    'Amount above the `maximum` of this counter, requested by a cash register. Nothing is charged.',
  'register.refund-limit': 'Refund limit of cash registers reached, for the payment or for the day. Nothing is sent.',
  'register.refilling':
    'The journal was lost, and its payments are not recovered from the service yet. Nothing is charged until then.',
  'register.found-again':
    'Possible match: a payment or refund recovered after the loss of the journal. The cashier decides.',

  'shift.sale-running': 'A sale in progress would end in the next shift. The shift stays open.',
  'shift.other': 'The window showed a shift that is not the current one. The shift stays open.',
  'shift.not-found': 'The requested shift is not closed yet.',

  'pin.required': "The action requires a manager's PIN, and no manager is signed in.",
  'pin.maximum': "Amount above the `maximum` of this counter. Charged with a manager's PIN.",
  'pin.day': "Refunds of `maximum` in 24 hours reached; further ones require a manager's PIN. Nothing is sent.",
  'pin.time':
    "The service's time is unknown, and so is the total of today's refunds. The refund requires a manager's PIN.",
  'pin.keychain':
    "The keychain does not store the position of the journal; the refund requires a manager's PIN. Nothing is sent.",
  'pin.elsewhere': "Refunds of other tills are not visible; the refund requires a manager's PIN. Nothing is sent.",
  'pin.wrong': 'Wrong PIN. `left` tries remain before a wait.',
  'pin.locked': 'Too many wrong PINs. PINs are not checked for the next `seconds`.',
  'pin.not-manager': "Correct PIN, but not a manager's. Nothing is done.",
  'pin.taken': 'Another person has this PIN. Nothing is saved; the attempt counts as a wrong PIN.',
  'pin.in-people': 'The terminal has several managers, so PINs are changed in the list of people. Nothing is saved.',

  'role.manager': 'The action is reserved for managers; the current role is support. Nothing is done.',
  'people.stale': 'The people were changed since the window showed them. Nothing is saved.',
  'people.unknown': 'The person was removed or is unknown. Nothing is saved.',
  'people.name-taken': 'Another person has this name. Nothing is saved.',
  'people.manager-first': 'The first person with a PIN must be a manager. Nothing is saved.',
  'people.last-manager': 'The terminal would have no manager left. Nothing is saved.',
  'people.too-many': 'The terminal would have more than `max` active people. Nothing is saved.',

  'journal.full': 'The disk is full. New charges are refused; payments in progress are followed.',
  'journal.damaged':
    'The journal differs from the written one. It is set aside, and its provable events are taken over.',
  'journal.tampered':
    'The journal was missing, truncated or altered. Refunds are blocked until a manager clears the alarm.',
  'journal.in-use': 'Another process holds the journal. The till tries to open it again.',
  'journal.read-only': 'The journal is readable but not writable. The till tries again.',
  'journal.too-new':
    'The journal was written by a newer Tillmate. The journal stays unchanged, and the till does not open.',
  'journal.pragma': 'The database rejected a setting required by the journal. The till does not open.',
  'journal.failed': 'The disk does not respond, or the database failed. Nothing is sent; the till tries again.',

  'payouts.disk': 'Writing the file of fetched payouts failed. Fetching stops; all other data stays unchanged.',
  'payouts.disk-full': 'The disk has no space for the fetched payouts. Fetching stops; all other data stays unchanged.',
  'payouts.nothing': 'No fetched days to continue with. Nothing is done.',
  'payouts.exporting': 'The fetched payouts are being exported. No others are fetched until the export ends.',
  'payouts.no-bank': 'Only the embedded service of training pays out on request.',

  'keychain.missing': 'The system has no persistent keychain. The till runs in training only and checks again.',
  'keychain.library': 'libsecret is not installed. The till runs in training only; `command` installs it.',
  'keychain.locked': 'The keychain is locked or waits for the user. Nothing is read or stored; the till tries again.',
  'keychain.damaged':
    "The terminal's record in the keychain, or its tally, is altered or missing. No manager is known, no key is used.",
  'keychain.too-large': 'The secret is larger than the keychain of this system can hold. Nothing is stored.',
  'keychain.empty':
    "The terminal's record is missing from the keychain. No manager is known and no key is used until a new set-up.",

  'start.option-refused': 'An installed app was started with an unknown option. The start ends.',
  'start.no-sandbox':
    'The AppImage was started without a sandbox, as its launcher does on a system that forbids one. The start ends.',
  'folder.network': 'The data folder is on a network drive, where the journal is not safe. The start ends.',
  'folder.synced': 'The data folder is synced by a cloud service, which may restore an old journal. The start ends.',

  'settings.required': 'The terminal has no settings yet and cannot take payments.',
  'settings.changing': 'The till is reopening with other settings. Nothing is done.',
  'settings.sale-running': 'A sale is in progress, so the settings stay unchanged.',
  'settings.too-new': 'terminal.json was written by a newer Tillmate. The file stays unchanged, and the start ends.',
  'settings.unusable': 'terminal.json is unreadable, or a new one is not writable. The start ends.',
  'settings.unwritable': 'Replacing terminal.json failed. The previous settings and keys stay in force.',
  'picture.unwritable': 'Writing the picture to disk failed. The settings do not reference it.',
  'response-path.not-seen': 'The accepted path is not one the service currently signs. Nothing is changed.',
  'terminal.tampered':
    'The `fields` of terminal.json were changed outside Tillmate. Live mode waits until a manager accepts them.',
  'settings.not-changed': 'The accepted fields are not the fields changed by hand. Nothing is saved.',
  'settings.stale': 'The settings were saved again since the window read them. Nothing is saved.',
  'settings.nothing-to-undo': 'No last save to undo, or a later save exists. Nothing is changed.',
  'keys.elsewhere': 'The keys were entered for another address, environment, merchant or profile. They are not used.',
  'keys.stale': 'The selected key has changed in the meantime. Nothing is changed.',
  'keys.rotation-open': 'A second key already exists and must be activated or removed first. Nothing is stored.',
  'keys.same': 'The terminal already signs with this key. Nothing is stored.',
  'keys.kid-taken': 'The current key has the same `kid`, so the two would be indistinguishable. Nothing is stored.',
  'keys.for-other-account': 'The key belongs to the account saved next and signs nothing before.',
  'keys.none': 'The terminal has no key for this action. Nothing is done.',
  'profile.invalid': 'The `file` is not a service profile; the fault is at `place`. Nothing is changed.',
  'key.empty': 'No text. As with each code of this family, nothing is stored.',
  'key.too-large': 'Key of more than 64 KiB.',
  'key.unknown': 'Neither JSON nor PEM.',
  'key.json': 'Incomplete JSON, or JSON without a JWK.',
  'key.pem': 'Incomplete PEM, or PEM without a key.',
  'key.rsa': 'RSA key.',
  'key.kind': 'Key type `kind`, unusable for ES256.',
  'key.curve': 'Key on `curve` instead of P-256.',
  'key.public': 'Public key only.',
  'key.certificate': 'Certificate, which contains the public key only.',
  'key.encrypted': 'Key encrypted with a passphrase.',
  'key.openssh': 'Key in OpenSSH format.',
  'key.several': '`count` private keys without a selection.',
  'key.kid-unknown': 'No key of the JWKS has this `kid`.',
  'key.kid-other': 'Key id `own` in the key, `kid` requested.',
  'key.kid': 'The key id is not a text of 1 to 200 characters.',
  'key.use': 'Key not meant for signing with ES256.',
  'key.private': 'd, x or y is missing or not 32 bytes long.',
  'key.mismatch': 'The private number does not match the public point.',
  'recover.other-account':
    "The terminal's record is lost, and the keys entered belong to another account. Nothing is changed.",
  'recover.incomplete':
    "The terminal's record is lost; a new set-up requires a signing key and a PIN. Nothing is changed.",
  'terminal.forced': 'The till was started with --training and does not go live.',

  'provision.input': 'Input expected on standard input is missing. Nothing is changed.',
  'provision.no-file': 'No provisioning file to shred in this run.',
  'provision.over': 'The question about the provisioning file was answered or replaced. Nothing is changed.',
  'provision.not-shredded': 'Overwriting or removing the provisioning file failed. The file still contains the keys.',
  'training.no-payer': "Not a training sale, or without a payer's page.",
  'training.too-late': 'The training payment is past the point of this payer action. Nothing is changed.',

  'refund-iban.forgotten':
    'The account was requested more than two minutes ago, or for another payment. Nothing is done.',
  'receipt.no-printer': 'The system has no printer. Nothing is printed.',
  'receipt.failed': 'The print failed or was refused by the system; the reason is in the log. Nothing is printed.',
  'receipt.no-answer': 'The system reported no result of the print for 3 minutes. The sheet may have been printed.',
  'receipt.busy': 'Another print is in progress. Further prints wait until it ends.',
  'receipt.printer-gone':
    'The selected `printer` is not in the list of the system. Nothing is printed; another printer can be selected.',
  'receipt.issued-meanwhile': 'A newer receipt of this sale was issued since this one was drawn. Nothing is printed.',

  'file.full': 'The disk, or the quota of this account, is full. No part of the file remains.',
  'file.read-only': 'The folder is not writable for this account, or read-only. No part of the file remains.',
  'file.open-elsewhere': 'Another program holds the file to replace. The file stays unchanged.',
  'file.no-folder': 'The folder no longer exists, e.g. on a removed stick. Nothing is saved.',
  'file.own-folder': "Files cannot be saved into the till's own data folder. Nothing is saved.",
  'file.failed': 'Writing the file failed. No part of the file remains.',
  'file.missing': 'The `file` does not exist. Nothing is changed.',
  'file.folder': 'A folder was selected instead of a `file`. Nothing is changed.',
  'file.not-a-file': 'Device or pipe instead of a `file`. It is not opened, and nothing is changed.',
  'file.not-permitted': 'The `file` is not readable for this account. Nothing is changed.',
  'file.empty': 'The `file` is empty. Nothing is changed.',
  'file.too-large': 'The `file` is larger than `megabytes`, the limit of its kind. Nothing is changed.',
  'file.encoding': 'The `file` is text in UTF-16 instead of UTF-8. Nothing is changed.',
  'file.not-text': 'The `file` is not UTF-8 text. Nothing is changed.',
  'file.unreadable': 'Reading the `file` failed, or the disk was removed. Nothing is changed.',
  'file.damaged': 'A passphrase-encrypted file is truncated or altered. Nothing is changed.',
  'file.wrong-kind': 'The file is not encrypted with a passphrase, or of another kind. Nothing is changed.',
  'passphrase.wrong': 'The passphrase does not open the file. Nothing is changed.',
  'passphrase.short': 'The passphrase has fewer than `min` characters. Nothing is encrypted.',

  'backup.foreign': 'The `file` is not a Tillmate backup. Nothing is changed.',
  'backup.too-new': 'The backup `file` was made by a newer Tillmate. Nothing is changed.',
  'backup.cut-off': 'The backup `file` is truncated: its copy is incomplete. Nothing is changed.',
  'backup.damaged': 'The backup `file` is altered or incomplete. Nothing is changed.',
  'backup.cancelled': 'The till ended during the backup. No part of the file remains.',
  'backup.busy': 'Another backup or restore is in progress. No further one begins.',
  'backup.over': 'The backup opened for a restore is no longer open. Nothing is changed.',
  'backup.other-terminal': 'The backup belongs to another terminal and was not confirmed. Nothing is changed.',
  'backup.no-folder': 'The folder of the daily backups does not exist. The till tries again every quarter of an hour.',
  'restore.full': 'The disk has no space for the staged restore. Nothing is changed.',
  'restore.disk': 'Writing the staged restore or switching to it failed. Nothing is changed.',
  'restore.unfinished':
    'A disk error prevents the completion of a restore. The start ends, and the next one tries again.',

  'export.folder': 'The name of the export file belongs to a folder. Nothing is written.',
  'export.no-file': 'The name of the export file belongs to a device or a pipe. Nothing is written.',
  'export.no-folder': 'The folder of the export file does not exist. Nothing is written.',
  'export.own-folder': "The export file is in the till's own data folder, which could be damaged. Nothing is written.",
  'export.name': 'The disk does not allow this file name. Nothing is written.',
  'export.forbidden': 'Folder, file or disk is read-only for this account. The old file stays.',
  'export.held': 'Another program has the file open and prevents its replacement. The old file stays.',
  'export.disk-full': 'The disk has no space for the export. The old file stays; the incomplete one is removed.',
  'export.failed': 'The disk failed or was removed; the reason is in the log. The old file stays.',
  'export.cancelled': 'The user cancelled the export. The old file stays.',
  'export.busy': 'Another export is in progress. No further one begins.',
  'export.none': 'No export in progress, or not the requested one.',
  'export.range': 'The last day of the export is before the first. Nothing is written.',
  'export.future': 'The first day of the export is in the future. Nothing is written.',
  'export.not-here': 'Payouts were requested from a journal, which contains none. Nothing is written.',
  'export.not-fetched': 'No payouts were fetched. Nothing is written.',
  'export.unfinished': 'Fetching the payouts is incomplete, so some would be missing. Nothing is written.',
  'export.no-journal': 'The till has no payments of this profile to export.',
  'export.unwritten': 'The disk is full, so the newest payments would be missing. Nothing is exported.',
  'export.option': 'Invalid `option` of an export on the command line. Nothing is exported.',
  'sticker.drawing': 'The drawing of the window is not a plain sticker drawing. Nothing is saved.',

  'log.level': 'Storing the end of the raised log level failed. The log level stays unchanged.',
  'pack.busy': 'Another support pack is being prepared or saved. No further one begins.',
  'pack.gone': 'The support pack shown in the window no longer exists and must be prepared again.',
  'pack.disk': 'Writing the parts of the support pack failed. No part of it remains.',
  'diagnosis.unknown': 'Neither journal nor log contains a payment of this id. Nothing is copied.',
  'support-key.unreadable': 'The support key is not a JWK. Nothing is saved.',
  'support-key.private': 'The support key contains the private key. Nothing is saved.',
  'support-key.kind': 'The type of the support key is unusable for encryption. Nothing is saved.',
  'support-key.weak': 'The RSA support key has fewer than 2048 bits. Nothing is saved.',
  'support-key.use': 'The support key is marked for signatures or for another algorithm. Nothing is saved.',

  'update.unreachable':
    'The update server does not respond, or responds with an error. The till checks again by itself.',
  'update.redirected': 'The update server redirects to another address. Nothing is fetched from there.',
  'update.signature': 'The document is not signed by a known release key. Nothing is fetched or installed.',
  'update.foreign': 'The signed document is not a release for this system. Nothing is fetched or installed.',
  'update.expired': 'The newest document on the server has expired, or the clock is wrong. Nothing is installed.',
  'update.replayed': 'The document of the server is older than an earlier one. Nothing is fetched or installed.',
  'update.broken': 'A file differs from the signed one. It is removed and fetched again at the next check.',
  'update.disk': 'Writing the update to disk failed. The till checks again by itself.',
  'update.http': 'An installed till requests updates by https only. Nothing is fetched.',
  'update.off': 'Updates are off on this till: disabled, or without a server, a key or an installer. Nothing is done.',
  'update.not-ready': 'No update is ready. Nothing is installed.',
  'update.sale-open': 'A sale or refund is in progress. Nothing is installed now.',
  'update.installing': 'An update is being installed. New charges and refunds wait for the restart of the till.',
  'update.install': 'The system did not install the update. The running version stays.',

  'register.token': 'The token is missing, unknown or revoked. Nothing is done.',
  'register.stranger': 'Request of a web page of another origin, or with a foreign host name. Nothing is done.',
  'register.no-pairing':
    'No pairing is open on the till, or it has ended: used, five wrong codes, or two minutes passed.',
  'register.code': 'The code is not the one on the till screen. `left` tries remain.',
  'register.name-taken': 'Another paired register has this name. Nothing is done; the pairing stays open.',
  'register.too-many': 'The till has the maximum number of paired registers. Nothing is done.',
  'register.no-register': 'The register was removed or is unknown. Nothing is done.',
  'register.request': 'The request is unreadable or has an invalid field. Nothing is done.',
  'register.too-old':
    'The request file is older than the age set by a manager. Nothing is done; a cancel is never refused for its age.',
  'register.no-route': 'The address is not part of the register API. Nothing is done.',
  'register.too-many-requests': 'Too many failed requests from this address within a minute.',
  'register.port-taken':
    'Another program uses the port for registers. Registers cannot reach the till over the network.',
  'register.folder': 'The folder for register requests is not readable or not writable. The till tries again.',
  'register.listen': 'The register listener cannot start. Registers cannot reach the till over the network.',

  'head-office.unreachable':
    'The collector of the chain does not respond, or responds with an error. No data is lost; the till tries again.',
  'head-office.certificate': 'The certificate of the collector is not trusted by this machine. Nothing is sent.',
  'head-office.answer': 'The responding server is not a collector, or redirects elsewhere. Nothing more is sent there.',
  'head-office.busy': 'The collector requested a wait. The till waits and tries again.',
  'head-office.code-unknown': 'The code is unknown to the collector. The till is not enrolled.',
  'head-office.code-used': 'Another till was enrolled with this code. This till is not enrolled.',
  'head-office.code-expired': 'The code has expired. The till is not enrolled.',
  'head-office.ended': 'Head office ended the enrolment of this till. Nothing more is uploaded.',
  'head-office.counter':
    'The collector received later calls with the key of this till. Uploads stop until a new enrolment.',
  'head-office.refused': 'The collector refused the upload; the reason is `why`. The till keeps trying.',
  'head-office.enrolled': 'The till is already enrolled. Nothing is changed.',
  'head-office.sets': 'The changed setting is controlled by head office. Nothing is saved.',
  'head-office.setting': 'Head office sent an invalid value for the setting `path`. All settings stay unchanged.',

  'callback.body': 'The callback is not JSON or lacks required fields. A verified callback still gets status 200.',
  'callback.port-taken': 'Another program uses the port for callbacks. The till polls instead.',
  'callback.listen': 'The callback listener cannot start. The till polls instead.',
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
