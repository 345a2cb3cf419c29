import type { CheckId } from '../../../preload/contract/checks.ts';

/**
 * What a command line says of checks, in English: the same words as `checks.*` of `renderer/ui/language/en.json`, which the
 * windows show and which main cannot read. A finding is an error's code or a word of its own; `family.*` stands for all
 * of a family that have no words of their own.
 */
export const checkNames: Readonly<Record<CheckId, string>> = {
  keychain: 'Keychain',
  'signing-key': 'Signing key',
  dns: 'Name of the service (DNS)',
  tls: 'Certificate of the service (TLS)',
  service: 'Payment service',
  clock: 'Clock of this machine',
  payments: 'Right to payments',
  refunds: 'Right to refunds',
  payouts: 'Right to payouts',
  signature: 'Signatures of the service',
  'hosted-key': 'Public key at the provider',
  callback: 'Callbacks',
  journal: 'Record of payments',
  disk: 'Disk',
  displays: 'Screens',
  printer: 'Printer',
  versions: 'Versions',
};

/** What was found, and what that means. */
export const findings: Readonly<Record<string, string>> = {
  'no-answer': 'It did not answer within {{seconds}} seconds.',
  'broken-off': 'The check was broken off.',
  'needs.setup': 'This terminal is not set up yet, so there is no service to ask.',
  'needs.key': 'It takes the signing key, which cannot be had now.',
  'needs.service': 'The service has to answer first.',
  'needs.connection': 'There is no connection to {{host}} to look at.',
  'needs.signature': 'The answer does not prove that it comes from the service, so it says nothing.',
  'needs.windows': 'It can only be seen while Tillmate runs with its windows.',
  'keychain.keeps': 'It keeps what it is given, and gives it back.',
  'keychain.not-kept': 'It took an entry and did not give it back.',
  'keychain.locked': 'The keychain is locked, or waits for somebody to answer its question.',
  'keychain.missing': 'This machine has no keychain that can be used: {{why}}.',
  'keychain.library': 'The library libsecret is not installed.',
  'keychain.empty': 'The keychain no longer has this terminal’s keys and PINs.',
  'keychain.damaged': 'The terminal’s entry in the keychain is not whole, or not this terminal’s.',
  'signing-key.signs': 'Key {{kid}} signs, and its public half verifies it. Thumbprint: {{thumbprint}}',
  'signing-key.useless': 'What key {{kid}} signs does not verify with its own public half.',
  'signing-key.required': 'This terminal has no signing key.',
  'keys.elsewhere': 'The keys were given for another address or account, and are not used for this one.',
  'terminal.tampered': 'The settings were changed outside Tillmate ({{fields}}), so no key is used.',
  'dns.found': '{{host}} leads to {{addresses}}.',
  'dns.no-name': '{{host}} is an address; no name has to be looked up.',
  'dns.proxy': 'The proxy {{proxy}} looks names up, and not this machine.',
  'network.dns': 'The name {{host}} cannot be found.',
  'tls.trusted': 'The certificate of {{host}} holds for {{days}} days, until {{until}}. It is from {{issuer}}.',
  'tls.ends-soon': 'The certificate of {{host}} ends in {{days}} days, on {{until}}. After that nothing is paid.',
  'tls.none': '{{host}} is on this machine and is spoken to without TLS.',
  'tls.ended': 'The certificate of {{host}} ended on {{until}}, or this machine’s date is wrong. Nothing is sent.',
  'tls.not-yet':
    'The certificate of {{host}} holds from {{from}} on, or this machine’s date is wrong. Nothing is sent.',
  'tls.other-name': 'Who answers as {{host}} shows a certificate for another name. Nothing is sent.',
  'tls.unknown-issuer':
    'The certificate of {{host}} is from “{{issuer}}”, whom this machine does not trust. Nothing is sent.',
  'tls.handshake': 'No safe connection to {{host}} comes about ({{reason}}). Nothing is sent.',
  'service.answers': '{{host}} answers, and its keys can be fetched.',
  'service.answers-unsigned': 'The service’s keys can be fetched; nothing more was asked without this till’s key.',
  'service.keys': '{{host}} answers, but its public keys cannot be fetched ({{reason}}): refunds stay unconfirmed.',
  'network.refused': '{{host}} refuses the connection.',
  'network.unreachable': 'There is no way to {{host}} on this network.',
  'network.tls': 'The connection to {{host}} is not safe. Nothing is sent.',
  'network.proxy': 'The proxy of this network does not lead there.',
  'network.proxy-auth': 'The proxy of this network asks for a name and a password, which the till has not.',
  'network.proxy-unsupported': 'This network has a kind of proxy that the till cannot use.',
  'network.*': '{{host}} does not answer in time, or breaks off.',
  'answer.redirect': 'Something between sends the till to another address.',
  'answer.*': 'What answers at {{host}} is not the payment service, or gives no proper answer.',
  'service.unavailable': 'The payment service is not available at the moment (status {{status}}).',
  'service.not-found': 'The service does not know this address (status {{status}}).',
  'service.busy': 'The service asks to wait (status {{status}}): too many questions at once.',
  'service.*': 'The service refused, or has a fault (status {{status}}).',
  'clock.right': 'It goes with the clock of the service.',
  'clock.corrected': 'It is {{seconds}} seconds off. The till reckons with that.',
  'clock.off': 'It is {{seconds}} seconds off. Payments still work.',
  'clock.wrong': 'It is {{minutes}} minutes off. Nothing can be signed, so nothing can be paid.',
  'clock.untold': 'Nobody answered who could tell the time.',
  'payments.accepted': 'A signed question about payments was answered.',
  'refunds.accepted': 'A signed question about a refund that does not exist was answered as it should be.',
  'payouts.accepted': 'A signed question about today’s payouts was answered. Payouts: {{count}}.',
  'auth.authority': 'The service knows this till and does not allow it to ask (status {{status}}).',
  'auth.key': 'The service does not accept this till’s key (status {{status}}).',
  'auth.clock': 'The service refused because this machine’s clock is wrong.',
  'auth.clock-wrong': 'This machine’s clock is so wrong that nothing was signed.',
  'signature.verified': 'An answer of the service proved that it comes from there.',
  'signature.unseen': 'No signed answer came, so nothing could be verified.',
  'verify.issuer': 'The service signs under another name than the one in Settings.',
  'verify.keys-unavailable': 'The service’s public keys cannot be had, so its answers prove nothing.',
  'verify.*': 'An answer does not prove that it comes from the service ({{reason}}). Refunds stay unconfirmed.',
  'hosted-key.accepted':
    'The service accepted what key {{kid}} signed, so it has its public half. Where that is hosted is known to the provider alone.',
  'hosted-key.refused':
    'The service does not accept what key {{kid}} signs. It may have another public key. Thumbprint of this one: {{thumbprint}}',
  'hosted-key.unknown':
    'Not known: the till has no address of the hosted key, and no answer of the service proves it. Thumbprint of this one: {{thumbprint}}',
  'callback.none': 'This till asks the service by itself and listens for no callbacks.',
  'callback.listens': 'The till answers at {{host}}:{{port}}. The provider’s own callback address is not known here.',
  'callback.elsewhere':
    'The till answers at {{host}}:{{port}}. {{name}} leads to {{addresses}}; whether it goes on from there to this till cannot be seen from here.',
  'callback.own-address': 'The till answers at {{host}}:{{port}}, and {{name}} leads to this machine ({{addresses}}).',
  'callback.private':
    'The till answers at {{host}}:{{port}}, but {{name}} leads to {{addresses}}, which nobody outside this network can reach.',
  'callback.no-name':
    'The till answers at {{host}}:{{port}}, but the name {{name}} of the callback address cannot be found.',
  'callback.silent': 'Nothing answers at {{host}}:{{port}}, where the till should listen.',
  'callback.other': 'Another program answers at {{host}}:{{port}}, where the till should listen.',
  'callback.till-closed': 'Nothing answers at {{host}}:{{port}}: no till is open now.',
  'callback.port-taken': 'Port {{port}} is taken by another program.',
  'callback.*': 'The till cannot listen at {{host}}:{{port}}.',
  'journal.whole':
    'Whole: all {{events}} entries of {{payments}} payments are as they were written, and it ends where the keychain says.',
  'journal.whole-unsealed': 'Whole: all {{events}} entries of {{payments}} payments are as they were written.',
  'journal.newest':
    'The newest {{checked}} of {{events}} entries ({{payments}} payments) are as they were written, and it ends where the keychain says. For more there was no time.',
  'journal.newest-unsealed':
    'The newest {{checked}} of {{events}} entries ({{payments}} payments) are as they were written. For more there was no time.',
  'journal.none': 'There is no record yet: nothing has been charged.',
  'journal.tampered':
    'It is not what the keychain knows of it: somebody changed, cut or replaced it, or the disk lost something ({{reason}}).',
  'journal.damaged': 'It is damaged.',
  'journal.in-use': 'Another program holds it.',
  'journal.read-only': 'It can be read and not be written: another program keeps it, or its file is write-protected.',
  'journal.full': 'The disk is full, so nothing can be written into it.',
  'journal.too-new': 'A newer Tillmate made it.',
  'journal.*': 'It cannot be read.',
  'disk.room': '{{free}} are free. A small write is safe on the disk after {{syncMs}} ms.',
  'disk.syncs': 'A small write is safe on the disk after {{syncMs}} ms. How much is free, the system does not tell.',
  'disk.slow': 'A small write takes {{syncMs}} ms to be safe on the disk. Each sale waits for that.',
  'disk.scarce': 'Only {{free}} are free.',
  'disk.full': 'Only {{free}} are free. Soon nothing can be charged.',
  'disk.none-left': 'The disk is full.',
  'disk.unwritable': 'Nothing can be written into the data folder ({{reason}}).',
  'disk.no-folder': 'There is no data folder yet: Tillmate has not been started here.',
  'displays.there': 'Screens: {{screens}}. The customer has one of their own.',
  'displays.till-alone': 'Screens: {{screens}}. Tillmate was started without the customer’s window.',
  'displays.closed': 'Screens: {{screens}}. The customer display is closed.',
  'displays.shared': 'Only one screen: {{screens}}. Till and customer share it.',
  'displays.none': 'The system names no screen.',
  'printer.there': '{{printer}} is there.',
  'printer.asks': 'No printer is chosen: the system asks each time. Printers here: {{printers}}',
  'printer.none': 'This machine has no printer, and none is chosen. Receipts can be saved as PDF.',
  'printer.gone': '{{printer}} is chosen and not there.',
  'versions.told':
    'This is Tillmate {{version}}. Electron {{electron}}, Chromium {{chromium}}, Node {{node}}, {{system}}.',
  'versions.update':
    'Tillmate {{version}}; version {{newest}} is there. Electron {{electron}}, Chromium {{chromium}}, Node {{node}}, {{system}}.',
  'versions.update-failed':
    'Tillmate {{version}}; the last update failed ({{reason}}). Electron {{electron}}, Chromium {{chromium}}, Node {{node}}, {{system}}.',
};

/** What to do about it; nothing is to be done where there is no line. */
export const advice: Readonly<Record<string, string>> = {
  'no-answer': 'Check again. If it stays so, restart this machine, and send the support pack.',
  'keychain.locked':
    'Unlock it: log in to this machine’s desktop, or answer the window in which it asks for a password. The till goes on by itself.',
  'keychain.library': 'Install it: {{command}}',
  'keychain.empty': 'Restore a backup with keys, or set the terminal up again from its file for the same account.',
  'keychain.*':
    'Linux: install and unlock gnome-keyring or KWallet and log in to a desktop session. macOS: allow Tillmate in Keychain Access. Windows: log in with an account that may use the Credential Manager.',
  'signing-key.*': 'Make or take in a key for this terminal.',
  'keys.elsewhere': 'Give the keys for this account, or set address and account back.',
  'terminal.tampered': 'A manager looks at the notice on the till and keeps the change, or sets it back.',
  'network.dns': 'Look at the network cable or Wi-Fi first; then whether the address in Settings is right.',
  'tls.ends-soon': 'Tell the provider whose host this is, and check again.',
  'tls.unknown-issuer':
    'A security program or a proxy of this network may open the connection: let {{host}} through unopened, or have an administrator install its authority.',
  'tls.*': 'Look at date and time of this machine first, then at the address in Settings; else tell the provider.',
  'network.proxy-auth':
    'Have an administrator let this machine, or the host of the service, through without a password.',
  'network.tls': 'See the check of the certificate.',
  'network.*':
    'Look at cable, Wi-Fi, router and firewall. If other pages open on this machine, the service is away: wait, sales go on by themselves.',
  'answer.*': 'A page for logging in to Wi-Fi, or a proxy, may be in between. Then look at the address in Settings.',
  'service.not-found': 'Look at the address in Settings.',
  'service.keys': 'Look at the address of the keys in Settings, and whether this network lets it through.',
  'service.*': 'Check again in a minute. If it stays so, tell the provider, with the trace id.',
  'clock.*': 'Set date, time and time zone of this machine, and let the system keep them by itself.',
  'auth.authority':
    'Have the provider give this profile’s key that authority, and look whether merchant and profile id in Settings are right.',
  'auth.key':
    'Look whether the provider has the public key with this key id and thumbprint, and whether API key, profile id, issuer and prefix are right.',
  'auth.*': 'Set this machine’s clock, then check again.',
  'verify.issuer': 'Look at issuer and claim prefix in Settings; the provider knows the right ones.',
  'verify.*':
    'Look whether the addresses in Settings belong to the same environment. If they do, tell the provider, with this line.',
  'hosted-key.refused':
    'Compare key id and thumbprint with the key that the provider has; give it this public key, or this till the right one.',
  'callback.*': 'Payments go on: the till asks by itself. Mend host, port or callback address in Settings.',
  'journal.tampered':
    'Let nobody refund until a manager has cleared it. Restart the till: what can be proven is kept, and the rest is asked of the service.',
  'journal.in-use': 'Close backup or security programs that hold the data folder; the till tries again by itself.',
  'journal.too-new': 'Install the newer Tillmate again.',
  'journal.full': 'Free space on the disk; the till goes on by itself.',
  'journal.*':
    'Restart the till: it keeps what can be proven and asks the service for the rest. If it stays so, restore a backup.',
  'disk.slow': 'Look for a program that works hard on this disk, or replace it: it may be failing.',
  'disk.unwritable': 'Look at the rights of the data folder, and whether the disk is write-protected or failing.',
  'disk.*': 'Free space: empty the bin, remove old downloads and installers.',
  'displays.*':
    'Look at the cable and power of the customer’s screen, and that the system extends its desktop to it and does not mirror.',
  'printer.gone': 'Switch it on and look at its cable, or choose another one.',
  'versions.*': 'Look at the updates in Settings.',
};
