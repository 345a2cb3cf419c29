import type { CheckMend } from '../../../preload/contract/checks.ts';
import { SKEW_CORRECTED_UP_TO_MS, SKEW_SHOWN_FROM_MS } from '../../../preload/contract/limits.ts';
import type { TillError } from '../../base/till-error.ts';
import { CORRECT_FROM_MS } from '../../service/clock-skew.ts';
import { AWAY } from '../../service/reachability.ts';
import type { ValueDeviation } from '../../service/spec-deviations.ts';
import {
  type Check,
  type CheckedAccount,
  type Found,
  failed,
  failedWith,
  type HeldAccount,
  mends,
  ok,
  skipped,
  warning,
} from './check.ts';
import type { Asked, ServiceSession } from './service-session.ts';

/** Sent by proxies while the service is away. */
const NOT_THERE: ReadonlySet<string> = new Set([...AWAY, 'service.not-found']);

export function serviceChecks(
  account: CheckedAccount,
  session: ServiceSession | undefined,
  seen: readonly ValueDeviation[] = [],
): readonly Check[] {
  const check = (id: Check['id'], look: (asked: ServiceSession) => Promise<Found>): Check => ({
    id,
    run: () => (session === undefined ? skipped('needs.setup', {}, mends.service) : look(session)),
  });
  const signed = (id: Check['id'], look: (asked: ServiceSession) => Promise<Found>): Check =>
    check(id, (asked) => (account.kind === 'held' ? look(asked) : Promise.resolve(skipped('needs.key'))));
  return [
    check('service', (asked) => reached(asked, account)),
    check('clock', clock),
    signed('payments', async (asked) => {
      const found = accepted(await asked.payments(), 'payments.accepted');
      return found.state === 'ok' ? otherValue([...seen, ...asked.otherValues()], found) : found;
    }),
    check('authentication', (asked) =>
      account.kind === 'held' ? authentication(asked, account) : Promise.resolve(skipped('needs.key')),
    ),
    signed('refunds', async (asked) => accepted(await asked.refunds(), 'refunds.accepted')),
    signed('payouts', async (asked) => accepted(await asked.payouts(), 'payouts.accepted')),
    signed('signature', signature),
  ];
}

async function reached(session: ServiceSession, account: CheckedAccount): Promise<Found> {
  const { host } = session.reachability;
  const [keys, payments] = await Promise.all([session.keys(), session.payments()]);
  if (account.kind === 'held' && payments.error !== undefined && isAway(payments.error))
    return failedAt(payments.error, host);
  if (keys.error !== undefined) {
    // Nothing was signed or sent, so the key request is the only evidence.
    if (account.kind !== 'held' || isUnsent(payments.error)) return failedAt(keys.error, host);
    return failed('service.keys', { host, reason: keys.error.code }, mends.service);
  }
  return ok(account.kind === 'held' ? 'service.answers' : 'service.answers-unsigned', { host, keys: keys.count });
}

async function clock(session: ServiceSession): Promise<Found> {
  await Promise.all([session.keys(), session.payments()]);
  const { timeReceived, skewMs } = session.reachability;
  if (!timeReceived) return skipped('clock.untold');
  const off = Math.abs(skewMs);
  const seconds = Math.round(off / 1_000);
  if (off > SKEW_CORRECTED_UP_TO_MS) return failed('clock.wrong', { minutes: Math.round(off / 60_000), skewMs });
  if (off > SKEW_SHOWN_FROM_MS) return warning('clock.off', { seconds, skewMs });
  return ok(off > CORRECT_FROM_MS ? 'clock.corrected' : 'clock.right', { seconds, skewMs });
}

function accepted({ error, count }: Asked, finding: string): Found {
  if (error === undefined) return ok(finding, { count });
  if (isAway(error)) return skipped('needs.service');
  // The origin of an unverified refusal is unknown.
  if (error.code.startsWith('verify.')) return skipped('needs.signature');
  return failedWith(error, mendOf(error));
}

/** Refused values first: with a refused value the till cannot sell. */
function otherValue(values: readonly ValueDeviation[], found: Found): Found {
  const other = values.find(({ kind }) => kind === 'refused') ?? values[0];
  if (other === undefined) return found;
  const { where: name, expected, value: got } = other;
  if (other.kind === 'refused') return failed('payments.other-value', { name, expected, got }, mends.service);
  return warning('payments.other-form', { name, expected, got });
}

/** With the API key alone and the signature alone: given both, the service may ignore either. */
async function authentication(session: ServiceSession, { apiKey, settings }: HeldAccount): Promise<Found> {
  const setting = settings.tuning.paymentAuthentication ?? 'both';
  if (apiKey === undefined && setting === 'key') return failed('api-key.needed', {}, mends.keys);
  const [key, signature, both] = await Promise.all([
    apiKey === undefined ? undefined : session.byKeyAlone(),
    session.bySignatureAlone(),
    session.payments(),
  ]);
  const answers = { key, signature, both };
  const unclear = [key, signature].map((asked) => asked?.error).find(isUnclear);
  if (unclear !== undefined)
    return isAway(unclear) ? skipped('needs.service') : skipped('authentication.unclear', { reason: unclear.code });
  const finding = `authentication.${acceptedOf(answers)}`;
  if (answers[setting]?.error === undefined) return ok(finding);
  return failed(finding, {}, finding === 'authentication.neither' ? mends.keys : mends.callbacks);
}

function isUnclear(error: TillError | undefined): boolean {
  return error !== undefined && error.code !== 'auth.key';
}

function acceptedOf({ key, signature }: { readonly key: Asked | undefined; readonly signature: Asked }): string {
  if (signature.error !== undefined) return key !== undefined && key.error === undefined ? 'key' : 'neither';
  if (key === undefined) return 'no-key';
  return key.error === undefined ? 'both' : 'signature';
}

/** Payouts are always signed. The response for an unknown refund is signed if the service signs errors. */
async function signature(session: ServiceSession): Promise<Found> {
  const [payouts, refunds] = await Promise.all([session.payouts(), session.refunds()]);
  const fault = [payouts.error, refunds.error].find((error) => error?.code.startsWith('verify.'));
  if (fault !== undefined) return failedWith(fault, mends.service);
  const other = session.otherIssuer();
  if (other !== undefined)
    return warning('signature.renamed', { expected: other.expected, got: other.got }, mends.service);
  // A refused list is signed and verified like a list.
  if (payouts.error === undefined || isProven(payouts.error)) return ok('signature.verified');
  return skipped(isAway(payouts.error) ? 'needs.service' : 'signature.unseen');
}

/** True for errors of the service itself: proxies send the excluded codes unsigned. */
function isProven({ status, code }: TillError): boolean {
  return status !== undefined && code !== 'service.busy' && !/^(answer|network)\./.test(code) && !NOT_THERE.has(code);
}

function isAway({ code }: TillError): boolean {
  return NOT_THERE.has(code) || code === 'aborted' || code.startsWith('network.');
}

function isUnsent(error: TillError | undefined): boolean {
  return error?.code === 'auth.clock-wrong' || (error?.code.startsWith('invalid.') ?? false);
}

function failedAt(error: TillError, host: string): Found {
  const { values, ...found } = failedWith(error, mends.service);
  return { ...found, values: { ...values, host } };
}

/** A wrong clock is corrected in the operating system, so no view of the till is offered. */
function mendOf({ code }: TillError): CheckMend | undefined {
  if (code === 'auth.key' || code.startsWith('invalid.')) return mends.keys;
  return code.startsWith('auth.clock') ? undefined : mends.service;
}
