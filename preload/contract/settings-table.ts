import { z } from 'zod';
import { type FieldErrorCode, refusedAs } from './field-error-codes.ts';
import {
  amountField,
  callbackUrlField,
  descriptionField,
  id24Field,
  MAX_AMOUNT,
  posIdField,
  serviceUrlField,
  shopIdField,
  shopNameField,
  voucherSchemeField,
} from './fields.ts';
import { bulkIdSetting, DEFAULT_REFERENCE_PATTERN, referencePatternField } from './reference-pattern.ts';
import {
  amounts,
  cents,
  choice,
  type FieldKind,
  field,
  fieldsOf,
  filled,
  firstOf,
  group,
  limit,
  names,
  number,
  optional,
  optionalText,
  type PathsOf,
  type PathsOfKind,
  type Rules,
  text,
  toggle,
} from './setting-field.ts';
import {
  amountEntry,
  counterCodeField,
  language,
  paperSize,
  pictureField,
  receiptUrlField,
  rotation,
  screenMark,
  timeOfDayField,
} from './setting-values.ts';

/**
 * The table of all settings. Contract, stored file, seal, provisioning file, previews and forms derive from it: a new
 * setting is one entry here, one input in the Settings view, and its words (docs/architecture.md, Worked examples).
 * A field has the same path in a form, in a provisioning file and, below `settings`, in `terminal.json`.
 */

/** The account: these fields decide where money goes and whom the till believes. */
const account: Rules = {
  sealed: true,
  provisioned: true,
  changedBy: 'manager-or-support',
  takesEffect: 'reopened',
};
/** These fields decide when a manager is needed. */
const permission: Rules = { sealed: true, provisioned: true, changedBy: 'manager', takesEffect: 'at-once' };
/** A change by hand could point the till elsewhere, open its kiosk, or tell customers another way to pay. */
const guarded: Rules = { ...permission, changedBy: 'manager-or-support' };
/** It names what only this machine has: a picture in a folder. */
const ownGuarded: Rules = { ...guarded, provisioned: false };
/** The look, sound and typing of the counter. */
const comfort: Rules = { ...guarded, sealed: false };
const ofChain = (rules: Rules): Rules => ({ ...rules, headOffice: true });
const chainPermission = ofChain(permission);
const chainGuarded = ofChain(guarded);
const chainComfort = ofChain(comfort);

const whole = (code: FieldErrorCode, least: number, most: number) =>
  z.int(refusedAs(code)).min(least, refusedAs(code)).max(most, refusedAs(code));
const wholeOrZero = (code: FieldErrorCode, least: number, most: number) =>
  z.union([z.literal(0), whole(code, least, most)], refusedAs(code));
const atMost = (length: number, code: FieldErrorCode) => z.string().max(length, refusedAs(code));
const timeoutMs = whole('timeout.range', 100, 120_000);
const registerPort = 'register-port.range';
/** Of any system: a provisioning file may be made on another. */
const folder = z
  .string(refusedAs('folder.absolute'))
  .max(500, refusedAs('folder.absolute'))
  .regex(/^([A-Za-z]:[\\/]|\\\\|\/)/, refusedAs('folder.absolute'));
export const FIRST_OLDEST_MINUTES = 10;
const MAX_REGISTER_NAMES = 10;
/** A host name of letters, or an IPv6 address: a browser and a certificate have no other names. */
const machineName = z
  .string()
  .trim()
  .toLowerCase()
  .refine((name) => isHostName(name) || z.ipv6().safeParse(name).success, refusedAs('register-name.invalid'));
const isHostName = (name: string) =>
  name.length <= 253 &&
  name.split('.').every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/.test(label)) &&
  !/^[\d.]+$/.test(name);
const issuer = z.string().min(1, refusedAs('issuer.required')).max(200, refusedAs('issuer.too-long'));

/** An operation whose responses are signed, and a path with placeholders for ids, such as `{paymentId}`. */
const responsePath = z
  .string()
  .max(300, refusedAs('response-path.form'))
  .regex(
    /^(createRefund|readRefund|payouts|payoutPayments|payoutRefunds) \/[\w.~%/{}-]*$/,
    refusedAs('response-path.form'),
  );

/** Its label has no limit once it is stored. */
const screen = field(
  'screen',
  { given: screenMark, stored: z.object({ ...screenMark.shape, label: z.string() }) },
  // Only this machine has it.
  { ...comfort, provisioned: false },
);

/** The pauses between two questions about a payment where nobody has set them, ms. */
export const POLL_PAUSES = { shortestMs: 400, longestMs: 2_500 } as const;
/** One for each operation. */
const MAX_RESPONSE_PATHS = 5;
const MAX_VOUCHER_SCHEMES = 10;
/** There is room for no more beside the keypad. */
const MAX_QUICK_AMOUNTS = 6;
export const MAX_APPS = 6;
export const MAX_SLIDES = 8;

/** The client's behaviour towards the payment service, for support staff. */
const tuning = group(
  {
    /** The content of the `path` claim (docs/service.md, Detached JWS signature). */
    pathClaim: filled(choice(z.enum(['path', 'path-and-query']), account, 'path')),
    /** A base URL may have a path of its own. The service's documents do not show if the `path` claim holds it. */
    pathClaimPrefix: filled(choice(z.enum(['with-prefix', 'without-prefix']), account, 'with-prefix')),
    /** Real callbacks have no `x5t#S256` (docs/service.md, Detached JWS signature); one that is there is verified. */
    callbackThumbprint: optional(choice(z.enum(['when-present', 'required']), account, 'when-present')),
    connectTimeoutMs: filled(number(timeoutMs, account, 4_000)),
    headersTimeoutMs: filled(number(timeoutMs, account, 10_000)),
    bodyTimeoutMs: filled(number(timeoutMs, account, 10_000)),
    toleranceSeconds: filled(number(whole('tolerance.range', 1, 86_400), account, 300)),
    /** The service does not say how long it keeps a refund's key (docs/service.md, Refund API): then a manager decides. */
    refundKeyHours: filled(number(whole('refund-key.range', 1, 720), account, 24)),
    reconciliationIssuer: optionalText(issuer, account),
    /** Of operations 1 to 7. The others are always signed (docs/service.md, Authentication). */
    paymentAuthentication: optional(choice(z.enum(['both', 'key', 'signature']), account, 'both')),
    /** The `iss` claim of refund requests. */
    refundRequestIssuer: optional(choice(z.enum(['issuer-name', 'merchant-id']), account, 'issuer-name')),
    /** Other `path` claims of signed responses that a manager accepted, each of one operation. */
    responsePaths: optional(
      names(z.array(responsePath).max(MAX_RESPONSE_PATHS, refusedAs('response-paths.too-many')), account),
    ),
    /** The least pause between two questions about the payment on the screen. */
    pollShortestMs: optional(
      number(whole('poll-shortest.range', POLL_PAUSES.shortestMs, 5_000), account, POLL_PAUSES.shortestMs),
    ),
    /** The longest one, which holds once nothing has happened for three minutes. */
    pollLongestMs: optional(number(whole('poll-longest.range', 1_000, 30_000), account, POLL_PAUSES.longestMs)),
  },
  (given) =>
    given.superRefine(({ pollShortestMs, pollLongestMs }, context) => {
      if ((pollShortestMs ?? POLL_PAUSES.shortestMs) <= (pollLongestMs ?? POLL_PAUSES.longestMs)) return;
      // Either may be the one that was typed.
      for (const path of ['pollShortestMs', 'pollLongestMs'])
        context.addIssue({ code: 'custom', message: 'poll-pauses.order' satisfies FieldErrorCode, path: [path] });
    }),
);

const sale = group(
  {
    description: optionalText(descriptionField, account),
    referencePattern: optionalText(referencePatternField, account, DEFAULT_REFERENCE_PATTERN),
    bulkId: optionalText(bulkIdSetting, account),
    /** The service takes any names, and has deprecated them. None: they are not sent. */
    voucherSchemes: optional(
      names(z.array(voucherSchemeField).max(MAX_VOUCHER_SCHEMES, refusedAs('voucher-schemes.too-many')), account),
    ),
    /** Cents of one sale that vouchers may pay; absent: all of it. */
    voucherMaximum: optional(cents(amountField, account)),
  },
  (given) =>
    given.refine(
      ({ voucherSchemes = [], voucherMaximum }) => voucherMaximum === undefined || voucherSchemes.length > 0,
      {
        ...refusedAs('voucher-schemes.required'),
        path: ['voucherMaximum'],
      },
    ),
);

export const accountSettings = group({
  service: group({
    environment: choice(z.enum(['PREPROD', 'PROD']), account, 'PREPROD'),
    baseUrl: text(serviceUrlField, account),
    jwksUrl: text(serviceUrlField, account),
    claimPrefix: text(
      z.string().min(1, refusedAs('claim-prefix.required')).max(200, refusedAs('claim-prefix.too-long')),
      account,
    ),
    issuer: text(issuer, account),
    /** The link that the code on the counter holds. Absent: no counter code can be made. */
    counterCode: optionalText(counterCodeField, account),
  }),
  merchant: group({ merchantId: text(id24Field, account), profileId: text(id24Field, account) }),
  shop: group({ shopId: text(shopIdField, account), shopName: text(shopNameField, account) }),
  pos: group({ posId: text(posIdField, account) }),
  callbacks: optional(
    group({
      callbackUrl: optionalText(callbackUrlField, account),
      identifyCallbackUrl: optionalText(callbackUrlField, account),
      listen: optional(
        group({
          host: text(z.string().min(1, refusedAs('host.required')), account),
          port: number(whole('port.range', 1, 65_535), account),
        }),
      ),
    }),
  ),
  till: optional(
    group({
      chargeWith: choice(z.enum(['static-qr', 'payment']), account, 'static-qr'),
      /** The code hangs on the counter. */
      sticker: toggle(account, false),
    }),
  ),
  sale: optional(sale),
  tuning,
});

/** Settings of the counter hold in training and live alike, whatever the account. */
export const counterSettings = group({
  /** Cents of one sale; a larger one asks for a manager. */
  maximum: cents(amountField, chainPermission, 250_000),
  /** A sale of more than so many times the usual one is asked about; 0: none is. */
  unusualFactor: number(wholeOrZero('unusual-factor.range', 2, 1_000), chainPermission, 10),
  entry: choice(amountEntry, chainComfort, 'decimal'),
  /** Cents, each on a button of the sale screen. */
  quickAmounts: amounts(
    z
      .array(amountField)
      .max(MAX_QUICK_AMOUNTS, refusedAs('quick-amounts.too-many'))
      .refine((all) => new Set(all).size === all.length, refusedAs('quick-amounts.twice')),
    chainComfort,
  ),
  /** From the end of a sale back to an empty keypad; 0: it stays. */
  returnAfterSeconds: number(wholeOrZero('return-after.range', 3, 300), chainComfort, 0),
  /** Cents; refunds of one payment above it ask for a manager. Absent: none does. */
  refundPinAbove: optional(limit(whole('refund-limit.range', 0, MAX_AMOUNT), chainPermission)),
  shortestPin: number(whole('shortest-pin.range', 4, 8), chainPermission, 6),
  languages: group({ till: choice(language, chainComfort, 'en'), display: choice(language, chainComfort, 'en') }),
  sound: group({
    /** Per cent. */
    volume: number(whole('volume.range', 0, 100), chainComfort, 100),
    muted: toggle(chainComfort, false),
  }),
  display: group({
    message: text(atMost(60, 'message.too-long'), chainGuarded, ''),
    thanksSeconds: number(whole('thanks.range', 3, 60), chainComfort, 10),
    logo: optional(field('picture', { given: pictureField, stored: z.string() }, ownGuarded)),
    apps: field(
      'apps',
      {
        given: z
          .array(
            z.strictObject({
              name: atMost(30, 'app-name.too-long').min(1, refusedAs('app-name.required')),
              picture: pictureField.optional(),
            }),
          )
          .max(MAX_APPS, refusedAs('apps.too-many')),
        stored: z.array(z.object({ name: z.string(), picture: z.string().optional() })),
      },
      ownGuarded,
      [],
    ),
    /** The customer's phone is sent there. */
    receiptUrl: optionalText(receiptUrlField, chainGuarded),
    /** Absent: as the system has it. */
    rotation: optional(field('rotation', { given: rotation, stored: rotation }, comfort)),
    /** While nobody pays. What is switched off is kept. */
    idle: optional(
      group({
        name: toggle(chainComfort, true),
        logo: toggle(chainComfort, true),
        message: toggle(chainComfort, true),
        pictures: toggle(chainComfort, false),
        /** They follow each other, and the words follow them. */
        slides: field(
          'pictures',
          { given: z.array(pictureField).max(MAX_SLIDES, refusedAs('slides.too-many')), stored: z.array(z.string()) },
          ownGuarded,
          [],
        ),
        slideSeconds: number(whole('slide-seconds.range', 3, 120), chainComfort, 8),
      }),
    ),
  }),
  updates: optional(
    group({
      on: toggle(guarded, true),
      /** A folder on a server; empty: none. */
      server: text(z.union([z.literal(''), serviceUrlField], refusedAs('url.https-or-loopback')), guarded, ''),
      /** The opening hours by the clock on the wall; the same time twice means always. */
      opens: text(timeOfDayField, chainGuarded, '07:00'),
      closes: text(timeOfDayField, chainGuarded, '23:00'),
      /** Opening hours do not hold updates back. */
      whenOpen: toggle(chainGuarded, false),
    }),
  ),
  /** Absent: the till is on the primary screen, the customer display on another. */
  screens: optional(
    group({
      till: optional(screen),
      display: optional(screen),
    }),
  ),
  kiosk: optional(
    group({
      /** The till fills its screen, and nobody leaves it without a PIN. */
      on: toggle(guarded, false),
      atStart: toggle(guarded, false),
    }),
  ),
  printing: optional(
    group({
      /** The system's name of the printer; empty: the system's own choice. */
      printer: text(z.string().max(300), comfort, ''),
      paper: choice(paperSize, chainComfort, '80mm'),
      /** The system's dialog does not ask. */
      silent: toggle(comfort, false),
      /** A receipt follows each paid sale. It needs `silent`: a dialog would ask each time. */
      automatic: toggle(comfort, false),
    }),
  ),
  /** The shop's own cash registers hand over amounts. */
  register: optional(
    group({
      on: toggle(permission, false),
      /** Over the shop's network with TLS; else from this machine alone. */
      network: toggle(permission, false),
      port: number(whole(registerPort, 1_024, 65_535), permission, 47_800),
      /** Host names and IPv6 addresses of this machine on the shop's network. */
      names: optional(
        names(z.array(machineName).max(MAX_REGISTER_NAMES, refusedAs('register-names.too-many')), permission),
      ),
      /** Cents of one payment that registers may give back; absent: none. */
      refundLimit: optional(limit(whole('refund-limit.range', 0, MAX_AMOUNT), permission)),
      /** Hours after which the key of an ended payment counts as used; absent: never. */
      keyHours: optional(number(whole('key-hours.range', 1, 8_760), guarded)),
      /** Where registers that speak no HTTP put their files; empty: nowhere. */
      folder: text(z.union([z.literal(''), folder], refusedAs('folder.absolute')), permission, ''),
      /** Minutes: an older request for a charge or a refund in the folder is refused. */
      oldestMinutes: optional(number(whole('register-oldest.range', 1, 1_440), permission, FIRST_OLDEST_MINUTES)),
      /** 0: none. */
      zvtPort: number(wholeOrZero(registerPort, 1_024, 65_535), permission, 0),
      /** Payments of ZVT registers in training; off again when training ends. */
      training: optional(toggle(permission, false)),
    }),
  ),
});

const settingsTable = { ...accountSettings.members, counter: counterSettings };
export type SettingsTable = typeof settingsTable;
export type SettingPath = PathsOf<SettingsTable>;
export type SettingPathOf<Kind extends FieldKind> = PathsOfKind<SettingsTable, Kind>;

export const everySetting = fieldsOf(settingsTable);
export type Setting = (typeof everySetting)[number];
export const headOfficeSettings = everySetting.filter(({ headOffice }) => headOffice === true);

export function pathInFile(path: SettingPath): string {
  return path.startsWith('counter.') ? path : `settings.${path}`;
}

export type CounterSettings = z.output<typeof counterSettings.stored>;

export const firstCounter: CounterSettings = firstOf(counterSettings);
export const firstIdle = firstOf(counterSettings.members.display.members.idle);
export const firstUpdates = firstOf(counterSettings.members.updates);
export const firstPrinting = firstOf(counterSettings.members.printing);
export const firstRegister = firstOf(counterSettings.members.register);
export type UpdateSettings = typeof firstUpdates;
export type PrintingSettings = typeof firstPrinting;
export type RegisterSettings = typeof firstRegister;
