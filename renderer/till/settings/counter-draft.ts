import fastDeepEqual from 'fast-deep-equal';
import type { ScreenMark } from '../../../preload/contract/counter.ts';
import {
  type CounterSettings,
  firstIdle,
  firstPrinting,
  firstUpdates,
  type PrintingSettings,
} from '../../../preload/contract/settings-table.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { parseAmount } from '../form/parse-amount.ts';

/** The counter's settings as texts and switches to edit, as far as the Settings view shows them. */
export type CounterTexts = {
  readonly maximum: string;
  readonly unusualFactor: string;
  readonly entry: CounterSettings['entry'];
  /** Amounts with spaces between. */
  readonly quickAmounts: string;
  readonly returnAfterSeconds: string;
  readonly refundPinAbove: string;
  readonly shortestPin: string;
  readonly languages: CounterSettings['languages'];
  readonly sound: { readonly volume: string; readonly muted: boolean };
  readonly display: DisplayTexts;
  readonly printing: PrintingSettings;
  readonly updates: NonNullable<CounterSettings['updates']>;
  /** Null: as the screens are. */
  readonly screens: { readonly till: ScreenMark | null; readonly display: ScreenMark | null };
  readonly kiosk: NonNullable<CounterSettings['kiosk']>;
};

type DisplayTexts = {
  readonly message: string;
  readonly thanksSeconds: string;
  /** Empty: none. */
  readonly logo: string;
  readonly apps: readonly AppTexts[];
  readonly receiptUrl: string;
  /** Degrees, clockwise. */
  readonly rotation: '0' | '90' | '180' | '270';
  readonly idle: {
    readonly name: boolean;
    readonly logo: boolean;
    readonly message: boolean;
    readonly pictures: boolean;
    readonly slides: readonly string[];
    readonly slideSeconds: string;
  };
};
export type AppTexts = { readonly name: string; readonly picture: string };

/** Every field by its path. */
export const counterPaths = [
  'counter.maximum',
  'counter.unusualFactor',
  'counter.entry',
  'counter.quickAmounts',
  'counter.returnAfterSeconds',
  'counter.refundPinAbove',
  'counter.shortestPin',
  'counter.languages.till',
  'counter.languages.display',
  'counter.sound.volume',
  'counter.sound.muted',
  'counter.display.message',
  'counter.display.thanksSeconds',
  'counter.display.logo',
  'counter.display.apps',
  'counter.display.receiptUrl',
  'counter.display.rotation',
  'counter.screens.till',
  'counter.screens.display',
  'counter.kiosk.on',
  'counter.kiosk.atStart',
  'counter.display.idle.name',
  'counter.display.idle.logo',
  'counter.display.idle.message',
  'counter.display.idle.pictures',
  'counter.display.idle.slides',
  'counter.display.idle.slideSeconds',
  'counter.printing.printer',
  'counter.printing.paper',
  'counter.printing.silent',
  'counter.printing.automatic',
  'counter.updates.on',
  'counter.updates.server',
  'counter.updates.opens',
  'counter.updates.closes',
  'counter.updates.whenOpen',
] as const;
export type CounterPath = (typeof counterPaths)[number];
export type CounterFaults = Readonly<Partial<Record<CounterPath, ErrorView>>>;

export function counterTexts(counter: CounterSettings, amountText: (cents: number) => string): CounterTexts {
  const { entry, languages, sound, display, refundPinAbove } = counter;
  return {
    maximum: amountText(counter.maximum),
    unusualFactor: String(counter.unusualFactor),
    entry,
    quickAmounts: counter.quickAmounts.map(amountText).join('  '),
    returnAfterSeconds: String(counter.returnAfterSeconds),
    // Where a PIN is set, none is the same as nothing (main/refund/manager-permission.ts).
    refundPinAbove: amountText(refundPinAbove ?? 0),
    shortestPin: String(counter.shortestPin),
    languages,
    sound: { volume: String(sound.volume), muted: sound.muted },
    display: displayTexts(display),
    printing: counter.printing ?? firstPrinting,
    updates: counter.updates ?? firstUpdates,
    screens: { till: counter.screens?.till ?? null, display: counter.screens?.display ?? null },
    kiosk: counter.kiosk ?? noKiosk,
  };
}

function displayTexts({
  message,
  thanksSeconds,
  logo = '',
  apps,
  receiptUrl = '',
  rotation,
  idle = firstIdle,
}: CounterSettings['display']): DisplayTexts {
  const rows = apps.map(({ name, picture = '' }) => ({ name, picture }));
  const shown = { ...idle, slideSeconds: String(idle.slideSeconds) };
  return {
    message,
    thanksSeconds: String(thanksSeconds),
    logo,
    apps: rows,
    receiptUrl,
    rotation: rotationText(rotation),
    idle: shown,
  };
}

/**
 * What the texts say, for the contract to check; `faults` are those that only a text can have. What the view does not
 * show stays as it is `stored`.
 */
export function counterOf(
  texts: CounterTexts,
  stored: CounterSettings,
): { readonly counter: unknown; readonly faults: CounterFaults } {
  const { sound, display } = texts;
  const maximum = amountOf(texts.maximum);
  const quick = quickAmountsOf(texts.quickAmounts);
  const limit = limitOf(texts.refundPinAbove);
  const counter = {
    ...stored,
    maximum: maximum.cents,
    unusualFactor: numberOf(texts.unusualFactor),
    entry: texts.entry,
    quickAmounts: quick.cents,
    returnAfterSeconds: numberOf(texts.returnAfterSeconds),
    // What nobody has set stays unset.
    refundPinAbove: stored.refundPinAbove === undefined && limit.cents === 0 ? undefined : limit.cents,
    shortestPin: numberOf(texts.shortestPin),
    languages: texts.languages,
    sound: { volume: numberOf(sound.volume), muted: sound.muted },
    display: displayOf(display, stored.display.idle),
    ...printingOf(texts.printing, stored.printing),
    ...updatesOf(texts.updates, stored.updates),
    ...screensOf(texts.screens, stored.screens),
    ...(stored.kiosk === undefined && fastDeepEqual(texts.kiosk, noKiosk) ? {} : { kiosk: texts.kiosk }),
  };
  return {
    counter,
    faults: {
      ...(maximum.fault && { 'counter.maximum': maximum.fault }),
      ...(quick.fault && { 'counter.quickAmounts': quick.fault }),
      ...(limit.fault && { 'counter.refundPinAbove': limit.fault }),
    },
  };
}

function displayOf(texts: DisplayTexts, storedIdle: CounterSettings['display']['idle']): unknown {
  const receiptUrl = texts.receiptUrl.trim();
  const idle = { ...texts.idle, slideSeconds: numberOf(texts.idle.slideSeconds) };
  return {
    message: texts.message.trim(),
    thanksSeconds: numberOf(texts.thanksSeconds),
    ...(texts.logo && { logo: texts.logo }),
    apps: texts.apps
      .map(({ name, picture }) => ({ name: name.trim(), ...(picture && { picture }) }))
      .filter(({ name, picture }) => name !== '' || picture),
    ...(receiptUrl && { receiptUrl }),
    ...(texts.rotation === '0' ? {} : { rotation: Number(texts.rotation) }),
    // What nobody has set stays unset.
    ...(storedIdle === undefined && fastDeepEqual(idle, firstIdle) ? {} : { idle }),
  };
}

/** What nobody has set stays unset. Nothing comes out by itself where a dialog would ask each time. */
function printingOf(texts: PrintingSettings, stored: CounterSettings['printing']): Pick<CounterSettings, 'printing'> {
  const printing = { ...texts, automatic: texts.automatic && texts.silent };
  return stored === undefined && fastDeepEqual(printing, firstPrinting) ? {} : { printing };
}

/** What nobody has set stays unset, so that it follows `firstUpdates`. */
function updatesOf(
  texts: CounterTexts['updates'],
  stored: CounterSettings['updates'],
): Pick<CounterSettings, 'updates'> {
  const { server, opens, closes, ...switches } = texts;
  const updates = { ...switches, server: server.trim(), opens: opens.trim(), closes: closes.trim() };
  return stored === undefined && fastDeepEqual(updates, firstUpdates) ? {} : { updates };
}

const noKiosk = { on: false, atStart: false } as const;

function rotationText(rotation: CounterSettings['display']['rotation']): DisplayTexts['rotation'] {
  return rotation === undefined ? '0' : `${rotation}`;
}

/** What nobody has set stays unset. */
function screensOf(
  { till, display }: CounterTexts['screens'],
  stored: CounterSettings['screens'],
): Pick<CounterSettings, 'screens'> {
  if (till === null && display === null && stored === undefined) return {};
  return { screens: { ...(till && { till }), ...(display && { display }) } };
}

interface Read<T> {
  readonly cents: T;
  readonly fault?: ErrorView;
}

export function amountOf(text: string): Read<number> {
  const read = parseAmount(text);
  if (read.ok) return { cents: read.cents };
  const values = read.character === undefined ? {} : { character: read.character };
  return { cents: 0, fault: { code: read.code, message: read.code, retryable: false, values } };
}

function quickAmountsOf(text: string): Read<readonly number[]> {
  const reads = text
    .split(/[\s;]+/)
    .filter((part) => part !== '')
    .map(amountOf);
  const fault = reads.find((read) => read.fault !== undefined)?.fault;
  return { cents: reads.map(({ cents }) => cents), ...(fault && { fault }) };
}

/** Empty means no limit. Zero is a limit: every refund then asks for the PIN. */
function limitOf(text: string): Read<number | undefined> {
  if (text.trim() === '') return { cents: undefined };
  const read = amountOf(text);
  return read.fault?.code === 'amount.zero' ? { cents: 0 } : read;
}

export function numberOf(text: string): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}
