import type { JournalEvent, RecordedEvent } from '../../domain/events.ts';
import type { IdsOfPayment, LinesAbout } from '../logs/find-lines.ts';
import type { LogLine } from '../logs/log-line.ts';
import { shownId } from '../shown-in-log.ts';
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

/** For the service's own support, in English whatever the till speaks. No name, account or free text is in it. */
export function diagnosisText({ till, sale, others, events, log, now }: DiagnosisParts): string {
  const steps = inOrder(events.flatMap(stepOfEvent), log.lines.flatMap(stepOfLine));
  return [
    `Tillmate: what happened to one payment (made ${time(now)})`,
    '',
    ...otherWords(sale, others),
    ...head(till, sale),
    '',
    "Times are the till's own, in UTC. [till]: from its journal; [log]: from its log.",
    ...(isWhole(events) ? [] : ['The journal does not tell how it began.']),
    ...(log.full ? ['The log tells more of it than is here: its oldest lines about it were left out.'] : []),
    '',
    ...steps.flatMap(({ at, lines: [title = '', ...more] }, index) => [
      ...clockSetBack(steps[index - 1]?.at, at),
      `${index + 1}. ${time(at)} ${title}`,
      ...more.map((line) => `   ${line}`),
    ]),
    '',
  ].join('\n');
}

/** A clock may go back by less than anybody would notice. */
function clockSetBack(before: number | undefined, at: number): readonly string[] {
  if (before === undefined || at >= before) return [];
  return [
    `-- Here the till's clock went back by ${((before - at) / 1_000).toFixed(3)} s; the order is that of the records.`,
  ];
}

const MOST_OTHERS = 5;

/** Several payments may share a reference, and people ask for one by it. */
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
    'To read about one of them, ask for it by this id. Lines of the log that name only the reference are left out.',
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
  const told = narrate(event);
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

/** A reference that `others` have as well names no payment. */
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

/** ms; three centuries: going back costs more than any way forth. */
const BACK = 1e13;

/**
 * Two records, each in the order in which it was written, as one: neither order is touched, however the clock was set. Of all
 * ways the one in which the clock goes back least often, and of these the one in which it moves least; then `spine` first.
 */
export function inOrder<Step extends { readonly at: number }>(
  spine: readonly Step[],
  others: readonly Step[],
): readonly Step[] {
  const width = others.length + 1;
  const place = (taken: number, laid: number) => taken * width + laid;
  // The clock's moves still to come, ms, by the place reached and the record that was last.
  const afterSpine = new Float64Array((spine.length + 1) * width);
  const afterOther = new Float64Array((spine.length + 1) * width);
  const moved = (before: Step | undefined, next: Step | undefined) =>
    before === undefined || next === undefined ? 0 : Math.abs(next.at - before.at) + (next.at < before.at ? BACK : 0);
  const waysOn = (taken: number, laid: number, last: Step | undefined) => ({
    spine: taken < spine.length ? moved(last, spine[taken]) + at(afterSpine, place(taken + 1, laid)) : undefined,
    other: laid < others.length ? moved(last, others[laid]) + at(afterOther, place(taken, laid + 1)) : undefined,
  });
  for (let taken = spine.length; taken >= 0; taken -= 1)
    for (let laid = others.length; laid >= 0; laid -= 1) {
      afterSpine[place(taken, laid)] = least(waysOn(taken, laid, spine[taken - 1]));
      afterOther[place(taken, laid)] = least(waysOn(taken, laid, others[laid - 1]));
    }
  const steps: Step[] = [];
  let taken = 0;
  let laid = 0;
  while (steps.length < spine.length + others.length) {
    const { spine: onSpine, other } = waysOn(taken, laid, steps.at(-1));
    const takesSpine = other === undefined || (onSpine !== undefined && onSpine <= other);
    const step = takesSpine ? spine[taken] : others[laid];
    if (takesSpine) taken += 1;
    else laid += 1;
    if (step !== undefined) steps.push(step);
  }
  return steps;
}

function at(moves: Float64Array, index: number): number {
  return moves[index] ?? 0;
}

function least({ spine, other }: { spine: number | undefined; other: number | undefined }): number {
  return Math.min(spine ?? other ?? 0, other ?? spine ?? 0);
}
