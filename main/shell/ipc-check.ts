import type { z } from 'zod';
import { nothing } from '../../preload/contract/call.ts';
import { type CallName, calls, type Outcome, type WindowName } from '../../preload/contract/contract.ts';
import type { Role } from '../../preload/contract/views.ts';
import { fieldErrorsOf } from '../base/field-errors.ts';
import { TillError, toTillError } from '../base/till-error.ts';
import type { Handlers } from '../windows/ipc-handlers/handler.ts';
import { requireRole } from '../windows/required-role.ts';
import type { WindowEvents } from '../windows/window-notices.ts';
import { isOwnPage } from './page-security.ts';

/** `url` and `mainFrame` describe the calling frame, not its window. */
export interface Caller {
  /** Absent for web contents other than our windows. */
  readonly window: WindowName | undefined;
  readonly mainFrame: boolean;
  /** Absent if the frame is gone or has navigated away. */
  readonly url: string | undefined;
}

export interface IpcCheckParts extends Pick<WindowEvents, 'report'>, Partial<Pick<WindowEvents, 'called'>> {
  readonly handlers: Handlers | Promise<Handlers>;
  /** Must not prolong a manager's session: a polling window would never let the session end. */
  role(): Role;
}

/** Checks a call against the contract: frame, origin, window, role and schema. Never throws. */
export async function checkedCall(
  parts: IpcCheckParts,
  caller: Caller,
  name: unknown,
  ask: unknown,
): Promise<Outcome<unknown>> {
  const begun = performance.now();
  // An unknown name may hold any text, so is not logged.
  const known = isCallName(name) ? name : undefined;
  const reportCall = (code?: string) => {
    const ms = Math.round(performance.now() - begun);
    parts.called?.({ call: known, ms, ...(code === undefined ? {} : { code }) });
  };
  try {
    const value = await handle(parts, caller, name, ask);
    reportCall();
    return { ok: true, value };
  } catch (thrown) {
    const error = toTillError(thrown);
    reportCall(error.code);
    if (error.code === 'internal' || error.code.startsWith('ipc.'))
      parts.report({
        code: error.code,
        call: known,
        cause: thrown,
      });
    return { ok: false, error: error.toView() };
  }
}

async function handle(parts: IpcCheckParts, caller: Caller, name: unknown, ask: unknown): Promise<unknown> {
  const from = windowOf(caller);
  if (!isCallName(name)) throw new TillError('ipc.unknown-call', 'Unknown call');
  const call = calls[name];
  if (!call.from.includes(from)) throw new TillError('ipc.window', `${name} not allowed from the ${from} window`);
  requireRole(name, parts.role());
  const checked = call.ask.safeParse(ask);
  if (!checked.success) throw refused(checked.error);
  // The type of `Handlers` ties each handler to its schemas; here `name` is any call.
  const handler = (await parts.handlers)[name] as (ask: unknown, from: WindowName) => unknown;
  const result = await handler(checked.data, from);
  const shown = call.answer.safeParse(call.answer === nothing ? {} : result);
  if (!shown.success)
    throw new TillError('internal', `Result of ${name} does not match the contract`, { cause: shown.error });
  return shown.data;
}

function windowOf(caller: Caller): WindowName {
  const ours = caller.mainFrame && caller.url !== undefined && isOwnPage(caller.url);
  if (caller.window === undefined || !ours) throw new TillError('ipc.sender', 'Caller is not a window of this app');
  return caller.window;
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(calls, name);
}

/** Returns an error with the code and field of the first fault; the message lists all faults. */
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
