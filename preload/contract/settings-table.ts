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
 * Contract, stored file, seal, provisioning file, previews and forms derive from this table: a new setting is an entry
 * here, an input in the Settings view, and its words (docs/architecture.md, Worked examples). A field has the same path
 * in a form, in a provisioning file and, below `settings`, in `terminal.json`.
 */

/** Decides where money goes and which responses the till trusts. */
const account: Rules = {
  sealed: true,
  provisioned: true,
  changedBy: 'manager-or-support',
  takesEffect: 'reopened',
};
/** Decides when a manager is needed. */
const permission: Rules = { sealed: true, provisioned: true, changedBy: 'manager', takesEffect: 'at-once' };
/** A manual change could redirect the till, unlock its kiosk, or show customers another way to pay. */
const guarded: Rules = { ...permission, changedBy: 'manager-or-support' };
/** Values of a single machine. */
const ownGuarded: Rules = { ...guarded, provisioned: false };
/** Look, sound and typing. */
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
/** Absolute path of any operating system: a provisioning file may be made on another system. */
const folder = z
  .string(refusedAs('folder.absolute'))
  .max(500, refusedAs('folder.absolute'))
  .regex(/^([A-Za-z]:[\\/]|\\\\|\/)/, refusedAs('folder.absolute'));
export const FIRST_OLDEST_MINUTES = 10;
const MAX_REGISTER_NAMES = 10;
/** A host name with letters, or an IPv6 address: browsers and certificates accept no other names. */
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

/** An operation with signed responses, and a path with placeholders for ids, such as `{paymentId}`. */
const responsePath = z
  .string()
  .max(300, refusedAs('response-path.form'))
  .regex(
    /^(createRefund|readRefund|payouts|payoutPayments|payoutRefunds) \/[\w.~%/{}-]*$/,
    refusedAs('response-path.form'),
  );

/** A stored label has no length limit. */
const screen = field(
  'screen',
  { given: screenMark, stored: z.object({ ...screenMark.shape, label: z.string() }) },
  // A screen belongs to a single machine.
  { ...comfort, provisioned: false },
);

/** ms between two polls of a payment. */
export const POLL_PAUSES = { shortestMs: 400, longestMs: 2_500 } as const;
const MAX_RESPONSE_PATHS = 5;
const MAX_VOUCHER_SCHEMES = 10;
/** More do not fit next to the keypad. */
const MAX_QUICK_AMOUNTS = 6;
export const MAX_APPS = 6;
export const MAX_SLIDES = 8;

const tuning = group(
  {
    /** Content of the `path` claim (docs/service.md, Detached JWS signature). */
    pathClaim: filled(choice(z.enum(['path', 'path-and-query']), account, 'path')),
    /** The service's documents leave open whether the claim includes the base URL's own path. */
    pathClaimPrefix: filled(choice(z.enum(['with-prefix', 'without-prefix']), account, 'with-prefix')),
    /** Real callbacks have no `x5t#S256` (docs/service.md, Detached JWS signature); a given thumbprint is verified. */
    callbackThumbprint: optional(choice(z.enum(['when-present', 'required']), account, 'when-present')),
    connectTimeoutMs: filled(number(timeoutMs, account, 4_000)),
    headersTimeoutMs: filled(number(timeoutMs, account, 10_000)),
    bodyTimeoutMs: filled(number(timeoutMs, account, 10_000)),
    toleranceSeconds: filled(number(whole('tolerance.range', 1, 86_400), account, 300)),
    /** The service states no limit for a refund's key (docs/service.md, Refund API). Then a manager decides. */
    refundKeyHours: filled(number(whole('refund-key.range', 1, 720), account, 24)),
    reconciliationIssuer: optionalText(issuer, account),
    /** For operations 1 to 7. Other operations are always signed (docs/service.md, Authentication). */
    paymentAuthentication: optional(choice(z.enum(['both', 'key', 'signature']), account, 'both')),
    refundRequestIssuer: optional(choice(z.enum(['issuer-name', 'merchant-id']), account, 'issuer-name')),
    /** Accepted by a manager, each for one operation. */
    responsePaths: optional(
      names(z.array(responsePath).max(MAX_RESPONSE_PATHS, refusedAs('response-paths.too-many')), account),
    ),
    /** ms, of the payment on the screen. */
    pollShortestMs: optional(
      number(whole('poll-shortest.range', POLL_PAUSES.shortestMs, 5_000), account, POLL_PAUSES.shortestMs),
    ),
    /** ms, after three minutes without change. */
    pollLongestMs: optional(number(whole('poll-longest.range', 1_000, 30_000), account, POLL_PAUSES.longestMs)),
  },
  (given) =>
    given.superRefine(({ pollShortestMs, pollLongestMs }, context) => {
      if ((pollShortestMs ?? POLL_PAUSES.shortestMs) <= (pollLongestMs ?? POLL_PAUSES.longestMs)) return;
      // Both fields get the issue: either may be the mistyped field.
      for (const path of ['pollShortestMs', 'pollLongestMs'])
        context.addIssue({ code: 'custom', message: 'poll-pauses.order' satisfies FieldErrorCode, path: [path] });
    }),
);

const sale = group(
  {
    description: optionalText(descriptionField, account),
    referencePattern: optionalText(referencePatternField, account, DEFAULT_REFERENCE_PATTERN),
    bulkId: optionalText(bulkIdSetting, account),
    /** The service accepts any names and has deprecated the field. Empty: not sent. */
    voucherSchemes: optional(
      names(z.array(voucherSchemeField).max(MAX_VOUCHER_SCHEMES, refusedAs('voucher-schemes.too-many')), account),
    ),
    /** Cents; absent: the whole amount. */
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
    /** Absent: no counter code can be made. */
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
      /** The code is fixed to the counter. */
      sticker: toggle(account, false),
    }),
  ),
  sale: optional(sale),
  tuning,
});

/** Apply in training and live, to every account. */
export const counterSettings = group({
  /** Cents of a sale; a larger sale needs a manager. */
  maximum: cents(amountField, chainPermission, 250_000),
  /** A sale above this multiple of the usual amount needs confirmation; 0: never. */
  unusualFactor: number(wholeOrZero('unusual-factor.range', 2, 1_000), chainPermission, 10),
  entry: choice(amountEntry, chainComfort, 'decimal'),
  /** Cents. */
  quickAmounts: amounts(
    z
      .array(amountField)
      .max(MAX_QUICK_AMOUNTS, refusedAs('quick-amounts.too-many'))
      .refine((all) => new Set(all).size === all.length, refusedAs('quick-amounts.twice')),
    chainComfort,
  ),
  /** Seconds from the end of a sale to an empty keypad; 0: never. */
  returnAfterSeconds: number(wholeOrZero('return-after.range', 3, 300), chainComfort, 0),
  /** Cents; refunds of a payment above this sum need a manager. Absent: 0 if a PIN is set, otherwise no limit. */
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
    /** For the customer's phone. */
    receiptUrl: optionalText(receiptUrlField, chainGuarded),
    /** Absent: as set in the system. */
    rotation: optional(field('rotation', { given: rotation, stored: rotation }, comfort)),
    /** Values of hidden parts are kept. */
    idle: optional(
      group({
        name: toggle(chainComfort, true),
        logo: toggle(chainComfort, true),
        message: toggle(chainComfort, true),
        pictures: toggle(chainComfort, false),
        /** Pictures shown in turn, followed by the words. */
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
      /** Folder on a server; empty: none. */
      server: text(z.union([z.literal(''), serviceUrlField], refusedAs('url.https-or-loopback')), guarded, ''),
      /** Local time; equal times mean always open. */
      opens: text(timeOfDayField, chainGuarded, '07:00'),
      closes: text(timeOfDayField, chainGuarded, '23:00'),
      whenOpen: toggle(chainGuarded, false),
    }),
  ),
  /** Absent: the till is on the primary screen, the customer display on another screen. */
  screens: optional(
    group({
      till: optional(screen),
      display: optional(screen),
    }),
  ),
  kiosk: optional(
    group({
      /** The till fills its screen, and leaving it needs a PIN. */
      on: toggle(guarded, false),
      atStart: toggle(guarded, false),
    }),
  ),
  printing: optional(
    group({
      /** The system's name of the printer; empty: the system's default. */
      printer: text(z.string().max(300), comfort, ''),
      paper: choice(paperSize, chainComfort, '80mm'),
      silent: toggle(comfort, false),
      /** Needs `silent`: otherwise a dialog would open after each paid sale. */
      automatic: toggle(comfort, false),
    }),
  ),
  register: optional(
    group({
      on: toggle(permission, false),
      /** Reachable over the shop's network with TLS; otherwise only from this machine. */
      network: toggle(permission, false),
      port: number(whole(registerPort, 1_024, 65_535), permission, 47_800),
      /** Host names and IPv6 addresses. */
      names: optional(
        names(z.array(machineName).max(MAX_REGISTER_NAMES, refusedAs('register-names.too-many')), permission),
      ),
      /** Cents per payment; absent: none. */
      refundLimit: optional(limit(whole('refund-limit.range', 0, MAX_AMOUNT), permission)),
      /** Hours after which the key of an ended payment counts as used; absent: never. */
      keyHours: optional(number(whole('key-hours.range', 1, 8_760), guarded)),
      /** For registers without HTTP; empty: off. */
      folder: text(z.union([z.literal(''), folder], refusedAs('folder.absolute')), permission, ''),
      /** Minutes: older charge and refund requests in the folder are refused. */
      oldestMinutes: optional(number(whole('register-oldest.range', 1, 1_440), permission, FIRST_OLDEST_MINUTES)),
      /** 0: off. */
      zvtPort: number(wholeOrZero(registerPort, 1_024, 65_535), permission, 0),
      /** Reset when training ends. */
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
