import type { JournalEvent, RecordedEvent } from '../../journal/events.ts';
import type { LogLine } from '../logs/log-line.ts';
import { maskedId } from '../masks.ts';
import { euros, explain, time } from './explain.ts';
import type { LinesAbout } from './lines-about.ts';

/** Whose payment it is, for people who see many tills. */
export interface DiagnosedTill {
  readonly version: string;
  readonly terminalId: string;
  readonly environment: string;
  readonly merchantId: string;
  readonly profileId: string;
  readonly shopId: string;
  readonly posId: string;
}

/** What the journal makes of all that happened. */
export interface DiagnosedSale {
  readonly saleId: string;
  readonly reference: string;
  readonly amount: number;
  readonly stage: string;
  readonly startedAt: number;
  readonly paymentId?: string | undefined;
  readonly status?: string | undefined;
}

export interface DiagnosisParts {
  readonly till: DiagnosedTill;
  readonly sale: DiagnosedSale;
  /** Of the sale and its refunds, in the order of the journal. */
  readonly events: readonly RecordedEvent[];
  readonly log: LinesAbout;
  /** ms since the epoch. */
  readonly now: number;
}

/**
 * Everything that happened to a payment, in order, and what the till made of it: a text for the service's own support, in
 * English whatever the till speaks. No name, account or free text is in it.
 */
export function diagnosisText({ till, sale, events, log, now }: DiagnosisParts): string {
  const steps = [...events.flatMap(stepOfEvent), ...log.lines.flatMap(stepOfLine)].sort(
    (one, other) => one.at - other.at,
  );
  const first = events[0]?.event.type;
  return [
    `Tillmate: what happened to one payment (made ${time(now)})`,
    '',
    ...head(till, sale),
    '',
    "Times are the till's own, in UTC. [till]: from its journal; [log]: from its log.",
    ...(first === 'sale.intent' || first === 'sale.imported' ? [] : ['The journal does not tell how it began.']),
    ...(log.full ? ['The log tells more of it than is here: its oldest lines about it were left out.'] : []),
    '',
    ...steps.flatMap(({ at, lines: [title = '', ...more] }, index) => [
      `${index + 1}. ${time(at)} ${title}`,
      ...more.map((line) => `   ${line}`),
    ]),
    '',
  ].join('\n');
}

function head(till: DiagnosedTill, sale: DiagnosedSale): readonly string[] {
  const id = (text: string | undefined) => (text === undefined ? 'not known' : maskedId(text, 200));
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
  const told = explain(event);
  if (told === undefined) return [];
  const { title, request, answer, concluded } = told;
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
  const told = Object.entries(fields).map(([name, value]) => `${name} ${String(value).replaceAll(/\s+/g, ' ')}`);
  return [{ at, lines: [`[log] ${level}: ${message}`, ...(told.length === 0 ? [] : [told.join(', ')])] }];
}

/** Everything by which the log may name the payment. */
export function idsOf(sale: DiagnosedSale, events: readonly RecordedEvent[]): readonly string[] {
  const ids = [sale.saleId, sale.reference, sale.paymentId, ...events.flatMap(({ event }) => idsIn(event))];
  return [...new Set(ids.filter((id) => id !== undefined && id.length > 3))] as string[];
}

function idsIn(event: JournalEvent): readonly (string | undefined)[] {
  const trace = 'problem' in event ? event.problem?.traceId : undefined;
  if (event.type === 'refund.answered') return [event.refundKey, event.refundId, trace];
  return 'refundKey' in event ? [event.refundKey, trace] : [trace];
}
