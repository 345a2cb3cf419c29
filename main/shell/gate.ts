import type { z } from 'zod';
import {
  type Answer,
  type CallName,
  type Calls,
  calls,
  type Outcome,
  type WindowName,
} from '../../preload/contract.ts';
import type { Role } from '../../preload/views.ts';
import { fieldErrorsOf } from '../base/field-errors.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import { isOwnPage } from './content.ts';

/** What the app does for each call, with the request as its schema left it. */
export type Answers = {
  readonly [Name in CallName]: (
    ask: z.output<Calls[Name]['ask']>,
    from: WindowName,
  ) => Promise<Answer<Name>> | Answer<Name>;
};

/** Who asks. `url` and `mainFrame` are the calling frame's own, not its window's. */
export interface Sender {
  /** Absent for a web contents that is none of our windows. */
  readonly window: WindowName | undefined;
  readonly mainFrame: boolean;
  /** Absent when the frame is gone or was navigated away in the meantime. */
  readonly url: string | undefined;
}

export interface GateParts {
  readonly answers: Answers;
  role(): Role;
  /** Told of refusals of senders and of faults of our own, for the log. */
  report(what: { readonly code: string; readonly call: string; readonly cause?: unknown }): void;
}

/**
 * Lets one call through, or refuses it (design: 7): sender's frame and origin, window, role, schema, and on the way
 * back the answer's schema, so that nothing crosses that the contract does not name. Never throws.
 */
export async function pass(parts: GateParts, sender: Sender, name: unknown, ask: unknown): Promise<Outcome<unknown>> {
  try {
    const value = await answer(parts, sender, name, ask);
    return { ok: true, value };
  } catch (thrown) {
    const error = toTillError(thrown);
    if (error.code === 'internal' || error.code.startsWith('ipc.'))
      parts.report({
        code: error.code,
        call: typeof name === 'string' ? name.slice(0, 100) : typeof name,
        cause: thrown,
      });
    return { ok: false, error: error.toView() };
  }
}

async function answer(parts: GateParts, sender: Sender, name: unknown, ask: unknown): Promise<unknown> {
  const from = windowOf(sender);
  if (!isCallName(name)) throw new TillError('ipc.unknown-call', 'There is no such call');
  const call = calls[name];
  if (!call.from.includes(from)) throw new TillError('ipc.window', `${name} is not for the ${from} window`);
  if (!call.roles.includes(parts.role()))
    throw new TillError('pin.required', `${name} asks for the manager's PIN`, { values: { call: name } });
  const checked = call.ask.safeParse(ask);
  if (!checked.success) throw refused(checked.error);
  // Which answer belongs to which schema is held by the type of `Answers`; here the name is any of them.
  const act = parts.answers[name] as (ask: unknown, from: WindowName) => unknown;
  const shown = call.answer.safeParse(await act(checked.data, from));
  if (!shown.success)
    throw new TillError('internal', `The answer of ${name} is not what the contract says`, { cause: shown.error });
  return shown.data;
}

function windowOf(sender: Sender): WindowName {
  const ours = sender.mainFrame && sender.url !== undefined && isOwnPage(sender.url);
  if (sender.window === undefined || !ours) throw new TillError('ipc.sender', 'Only our own windows may ask');
  return sender.window;
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

/** The first fault names the error and its field; the message lists them all. */
function refused(error: z.ZodError): TillError {
  const faults = fieldErrorsOf(error);
  const first = faults[0];
  return new TillError(first?.code ?? 'field.invalid', `Refused: ${faults.map(describe).join('; ')}`, {
    ...(first === undefined || first.path === '' ? {} : { field: first.path }),
    values: { ...first?.values, faults: faults.length },
  });
}

function describe(fault: { readonly path: string; readonly code: string }): string {
  return `${fault.path || 'the request'}: ${fault.code}`;
}
