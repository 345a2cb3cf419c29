import { z } from 'zod';
import { TillError } from '../base/till-error.ts';
import { storedCounter } from './counter-settings.ts';
import { jsonOrUndefined } from './json-syntax.ts';

/**
 * `terminal.json`, as it is stored. The schema holds the shape and no limits: the limits of a field are checked when a
 * person or a file gives it (`settings.ts`). With a limit here, a rule that gets stricter would make a stored file
 * unreadable, and the terminal would lose its id and with it its keys.
 */
const text = z.string();

const storedSettings = z.object({
  service: z.object({
    environment: z.enum(['PREPROD', 'PROD']),
    baseUrl: text,
    jwksUrl: text,
    claimPrefix: text,
    issuer: text,
  }),
  merchant: z.object({ merchantId: text, profileId: text }),
  shop: z.object({ shopId: text, shopName: text }),
  pos: z.object({ posId: text }),
  callbacks: z
    .object({
      callbackUrl: text.optional(),
      identifyCallbackUrl: text.optional(),
      listen: z.object({ host: text, port: z.number() }).optional(),
    })
    .optional(),
  till: z
    .object({
      chargeWith: z.enum(['static-qr', 'payment']),
      sticker: z.boolean(),
    })
    .optional(),
  /** Absent where nobody has set any of it. */
  sale: z
    .object({
      description: text.optional(),
      referencePattern: text.optional(),
      bulkId: text.optional(),
      voucherSchemes: z.array(text).optional(),
      /** Cents. */
      voucherMaximum: z.number().optional(),
    })
    .optional(),
  tuning: z.object({
    pathClaim: z.enum(['path', 'path-and-query']),
    pathClaimPrefix: z.enum(['with-prefix', 'without-prefix']),
    connectTimeoutMs: z.number(),
    headersTimeoutMs: z.number(),
    bodyTimeoutMs: z.number(),
    toleranceSeconds: z.number(),
    refundKeyHours: z.number(),
    reconciliationIssuer: text.optional(),
    pollShortestMs: z.number().optional(),
    pollLongestMs: z.number().optional(),
  }),
});
export type TerminalSettings = z.infer<typeof storedSettings>;

/** HMACs by what they are over (`seal.ts`), under the generation of the record that they belong to. */
const storedSeal = z.object({ generation: z.int(), fields: z.record(text, text) });
export type Seal = z.infer<typeof storedSeal>;

/** What a terminal keeps about itself: no secret. The keychain has those, under the terminal's id. */
export const terminalFile = z.object({
  version: z.literal(4),
  /** Made once for this data folder; it keeps the keychain entries of two terminals on one machine apart. */
  terminalId: z.uuid(),
  /** What somebody chose; absent until somebody did. */
  mode: z.enum(['training', 'live']).optional(),
  /** How people at this counter work, whatever mode and account the terminal is in. */
  counter: storedCounter,
  settings: storedSettings.optional(),
  /** Absent while the terminal has no record in the keychain: it has no key then, and no PIN. */
  seal: storedSeal.optional(),
  /** Keychain accounts of version 3, until their secrets are in the record and they are gone. */
  oldEntries: z
    .object({ signingKey: text.optional(), apiKey: text.optional(), managerPin: text.optional() })
    .optional(),
  /** Public JWK that support packs are encrypted to; absent: they are not. */
  supportKey: text.optional(),
  /**
   * A provisioning file has set this terminal up anew, with so many changes, and no manager has said that it was right.
   * It is written together with what the file changed, so that nothing can come between the two.
   */
  provisioningAlarm: z.object({ file: text, at: z.int(), changes: z.int() }).optional(),
});
export type TerminalFile = z.infer<typeof terminalFile>;

/** The version that this app writes. */
export const TERMINAL_FILE_VERSION = terminalFile.shape.version.value;

const version1 = z.looseObject({
  settings: z.looseObject({ tuning: z.looseObject({}).optional() }).optional(),
});

/** What a file of version 1 meant where it did not name one of these. */
const TUNING_OF_VERSION_1 = {
  pathClaim: 'path',
  pathClaimPrefix: 'with-prefix',
  connectTimeoutMs: 4_000,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 10_000,
  toleranceSeconds: 300,
  refundKeyHours: 24,
};

const version2 = z.looseObject({
  settings: z.looseObject({ till: z.looseObject({ refundPinAbove: z.int().optional() }).optional() }).optional(),
});

/** How a terminal of version 2 worked, and what it could not do. */
const COUNTER_OF_VERSION_2 = {
  maximum: 250_000,
  unusualFactor: 10,
  entry: 'decimal',
  quickAmounts: [],
  returnAfterSeconds: 0,
  languages: { till: 'en', display: 'en' },
  sound: { volume: 100, muted: false },
  display: { message: '', thanksSeconds: 10, apps: [] },
};

const version3 = z.looseObject({ counter: z.looseObject({}), secrets: z.unknown().optional() });

/** A PIN of any length that version 3 allowed stays; a new one has six digits. */
const COUNTER_OF_VERSION_3 = { shortestPin: 6 };

/**
 * Step n takes a file of version n + 1 to the version after it. A step is never edited once it has been shipped, and
 * each version has its files in `test/terminal/versions/`.
 */
const STEPS: readonly z.ZodType[] = [
  // Version 2 names every member of `tuning`, so that another default of today does not change a terminal of yesterday.
  version1.transform(({ settings, ...file }) => ({
    ...file,
    ...(settings && { settings: { ...settings, tuning: { ...TUNING_OF_VERSION_1, ...settings.tuning } } }),
    version: 2,
  })),
  // Version 3 keeps what concerns the counter beside the settings of the account, for a terminal that only trains.
  version2.transform(({ settings, ...file }) => {
    const { refundPinAbove, ...till } = settings?.till ?? {};
    return {
      ...file,
      counter: { ...COUNTER_OF_VERSION_2, ...(refundPinAbove === undefined ? {} : { refundPinAbove }) },
      ...(settings && { settings: { ...settings, ...(settings.till && { till }) } }),
      version: 3,
    };
  }),
  // Version 4 names no secrets. Those that version 3 named are taken into the record once the keychain is asked.
  version3.transform(({ secrets, counter, ...file }) => ({
    ...file,
    counter: { ...COUNTER_OF_VERSION_3, ...counter },
    ...(secrets === undefined ? {} : { oldEntries: secrets }),
    version: 4,
  })),
];

const anyVersion = z.looseObject({ version: z.int().min(1) });

/**
 * The `text` of the terminal file at `path`, brought up to the present version; `broken` where it is not readable as
 * any version.
 * @throws TillError `settings.too-new`, with the `file`, for one that a later Tillmate wrote: this one must not touch
 *   it.
 */
export function readTerminalFile(path: string, text: string): TerminalFile | 'broken' {
  let file = jsonOrUndefined(text);
  const version = anyVersion.safeParse(file).data?.version;
  if (version === undefined) return 'broken';
  if (version > TERMINAL_FILE_VERSION)
    throw new TillError(
      'settings.too-new',
      `The settings have version ${version}; this Tillmate knows ${TERMINAL_FILE_VERSION}.`,
      { values: { file: path, version, known: TERMINAL_FILE_VERSION } },
    );
  for (const step of STEPS.slice(version - 1)) {
    const stepped = step.safeParse(file);
    if (!stepped.success) return 'broken';
    file = stepped.data;
  }
  return terminalFile.safeParse(file).data ?? 'broken';
}
