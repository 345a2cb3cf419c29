import type { ErrorView } from '../../preload/contract/views.ts';
import { type Caller, useCallOf, useReadOf } from '../../renderer/ui/call-hooks.ts';
import type { CallName, Received, Sent } from '../web/contract.ts';

type CollectorCalls = { readonly [Name in CallName]: { readonly ask: Sent<Name>; readonly answer: Received<Name> } };

const collector: Caller<CollectorCalls, ErrorView & { readonly path?: string }> = { call: send };

export function useAnswer<Name extends CallName>(name: Name, body: Sent<Name>, everyMs?: number) {
  return useReadOf(collector, name, body, everyMs);
}

export function useAct<Name extends CallName>(name: Name) {
  return useCallOf(collector, name);
}

async function send<Name extends CallName>(name: Name, body: Sent<Name>): ReturnType<typeof collector.call<Name>> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
    // The session has ended: reload to show the sign-in.
    if (answer.status === 401 && name !== 'me') location.reload();
    const parsed = await answer.json();
    return answer.ok
      ? { ok: true, value: parsed }
      : { ok: false, error: { ...parsed, retryable: answer.status >= 500 } };
  } catch {
    const message = 'The collector does not answer.';
    return { ok: false, error: { code: 'page.no-answer', message, retryable: true } };
  }
}
