import type { Bridge, Outcome } from '../../preload/contract/contract.ts';
import type { ErrorView } from '../../preload/contract/views.ts';
import { useCall, useRead } from '../../renderer/ui/ask-main.ts';
import type { CallName, Sent, Told } from '../web/contract.ts';

/** Counterparts of the hooks in the till's windows; calls go to the collector. */

interface Answer<Name extends CallName> {
  /** The newest answer; undefined before the first. */
  readonly value: Told<Name> | undefined;
  readonly problem: ErrorView | undefined;
  read(): Promise<void>;
}

interface Act<Name extends CallName> {
  run(body: Sent<Name>): Promise<Outcome<Told<Name>> | undefined>;
  readonly pending: boolean;
  readonly problem: (ErrorView & { readonly path?: string }) | undefined;
  clear(): void;
}

type UseAnswer = <Name extends CallName>(name: Name, body: Sent<Name>, everyMs?: number) => Answer<Name>;
type UseAct = <Name extends CallName>(name: Name) => Act<Name>;

export const useAnswer = useRead as unknown as UseAnswer;
export const useAct = useCall as unknown as UseAct;
export const collector = { call: send, on: () => () => undefined } as unknown as Bridge;

async function send(name: CallName, body: object): Promise<Outcome<unknown>> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    // The session has ended: reload to show the sign-in.
    if (answer.status === 401 && name !== 'me') location.reload();
    const told = await answer.json();
    return answer.ok ? { ok: true, value: told } : { ok: false, error: { ...told, retryable: answer.status >= 500 } };
  } catch {
    const message = 'The collector does not answer.';
    return { ok: false, error: { code: 'page.no-answer', message, retryable: true } };
  }
}
