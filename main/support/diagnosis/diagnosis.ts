import type { JournalEvent, RecordedEvent } from '../../domain/events.ts';
import type { IdsOfPayment, LinesAbout } from '../logs/find-lines.ts';
import type { LogLine } from '../logs/log-line.ts';
import { shownId } from '../shown-in-log.ts';
import { mergeSteps } from './merge-steps.ts';
import { euros, isWhole, narrate, time } from './narrator.ts';

interface DiagnosedTill {
  readonly version: string;
  readonly terminalId: string;
  readonly environment: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly shopId: string;
  readonly posId: string;
}

export interface DiagnosedSale {
  readonly saleId: string;
  readonly reference: string;
  readonly amount: number;
  readonly stage: string;
  readonly startedAt: number;
  readonly paymentId?: string | undefined;
  readonly status?: string | undefined;
}

interface DiagnosisParts {
  readonly till: DiagnosedTill;
  readonly sale: DiagnosedSale;
  readonly others: readonly DiagnosedSale[];
  readonly events: readonly RecordedEvent[];
  readonly log: LinesAbout;
  readonly now: number;
}

/** Always in English, for the service's support. Contains no names, accounts or free texts. */
export function diagnosisText({ till, sale, others, events, log, now }: DiagnosisParts): string {
  const steps = mergeSteps(events.flatMap(stepOfEvent), log.lines.flatMap(stepOfLine));
  return [
    `Tillmate: diagnosis of one payment (made ${time(now)})`,
    '',
    ...otherWords(sale, others),
    ...head(till, sale),
    '',
    "Times are the till's own, in UTC. [till]: from its journal; [log]: from its log.",
    ...(isWhole(events) ? [] : ['Beginning of the sale missing from the journal.']),
    ...(log.full ? ['Oldest lines of the log left out.'] : []),
    '',
    ...steps.flatMap(({ at, lines: [title = '', ...more] }, index) => [
      ...clockSetBack(steps[index - 1]?.at, at),
      `${index + 1}. ${time(at)} ${title}`,
      ...more.map((line) => `   ${line}`),
    ]),
    '',
  ].join('\n');
}

/** Milliseconds: small corrections of the clock would otherwise be invisible. */
function clockSetBack(before: number | undefined, at: number): readonly string[] {
  if (before === undefined || at >= before) return [];
  return [`-- Clock of the till set back by ${((before - at) / 1_000).toFixed(3)} s; order as recorded.`];
}

const MOST_OTHERS = 5;

/** Several payments may share a reference, and people ask for a payment by its reference. */
function otherWords(sale: DiagnosedSale, others: readonly DiagnosedSale[]): readonly string[] {
  if (others.length === 0) return [];
  const newer = others.filter(({ startedAt }) => startedAt > sale.startedAt).length;
  return [
    `${others.length + 1} PAYMENTS HAVE THIS REFERENCE. This is ${newer === 0 ? 'the newest' : `number ${newer + 1}, counted from the newest`}. The others:`,
    ...others
      .slice(0, MOST_OTHERS)
      .map(
        (other) =>
          `- ${other.paymentId === undefined ? `sale ${other.saleId}` : `payment ${shownId(other.paymentId)}`}, begun ${time(other.startedAt)}, ${euros(other.amount)}, ${other.stage}`,
      ),
    ...(others.length > MOST_OTHERS ? [`- and ${others.length - MOST_OTHERS} older ones`] : []),
    'To read about one of them, use this id. Lines of the log with the reference alone are left out.',
    '',
  ];
}

function head(till: DiagnosedTill, sale: DiagnosedSale): readonly string[] {
  const id = (text: string | undefined) => (text === undefined ? 'not known' : shownId(text));
  return [
    `Reference:    ${id(sale.reference)}`,
    `Payment id:   ${id(sale.paymentId)}`,
    `Amount:       ${euros(sale.amount)}`,
    `Now:          ${sale.stage}${sale.status === undefined ? '' : `, status ${id(sale.status)}`}`,
    `Merchant:     ${id(till.merchantId)}, profile ${id(till.profileId)}, ${till.environment}`,
    `Shop and POS: ${id(till.shopId)}, ${id(till.posId)}`,
    `Till:         ${till.terminalId}, Tillmate ${till.version}, sale ${id(sale.saleId)}`,
  ];
}

interface Step {
  readonly at: number;
  readonly lines: readonly string[];
}

function stepOfEvent({ at, event }: RecordedEvent): readonly Step[] {
  const narrated = narrate(event);
  if (narrated === undefined) return [];
  const { title, request, answer, concluded } = narrated;
  return [
    {
      at,
      lines: [
        `[till] ${title}`,
        ...(request === undefined ? [] : [`request: ${request}`]),
        ...(answer === undefined ? [] : [`answer:  ${answer}`]),
        ...(concluded === undefined ? [] : [`why:     ${concluded}`]),
      ],
    },
  ];
}

function stepOfLine({ at, level, message, fields }: LogLine): readonly Step[] {
  if (at === undefined) return [];
  const shown = Object.entries(fields).map(([name, value]) => `${name} ${String(value).replaceAll(/\s+/g, ' ')}`);
  return [{ at, lines: [`[log] ${level}: ${message}`, ...(shown.length === 0 ? [] : [shown.join(', ')])] }];
}

/** Without a reference that `others` share, since log lines with the reference may be about them. */
export function idsOf(
  { saleId, paymentId, reference }: DiagnosedSale,
  events: readonly RecordedEvent[],
  others: readonly DiagnosedSale[],
): IdsOfPayment {
  const own = others.length === 0 ? reference : undefined;
  const ids = [saleId, own, paymentId, ...events.flatMap(({ event }) => idsIn(event))];
  return { saleId, paymentId, all: [...new Set(ids.filter((id) => id !== undefined && id !== ''))] as string[] };
}

function idsIn(event: JournalEvent): readonly (string | undefined)[] {
  const trace = 'problem' in event ? event.problem?.traceId : undefined;
  if (event.type === 'refund.answered') return [event.refundKey, event.refundId, trace];
  return 'refundKey' in event ? [event.refundKey, trace] : [trace];
}
