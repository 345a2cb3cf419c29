import type { Access } from '../identity/manager-session.ts';
import { signingIn } from '../identity/people.ts';
import type { TerminalTrust } from '../settings/terminal-trust.ts';

/** Who may sign in at the terminal, by what the keychain says of it. Pure. */
export function accessBy({ found, fault }: Pick<TerminalTrust, 'found' | 'fault'>): Access {
  if (fault !== undefined) return { kind: 'locked', why: fault };
  if (found.kind === 'lost') return { kind: 'locked', why: found.error };
  if (found.kind === 'none' || !found.state.pinRequired) return { kind: 'open' };
  return { kind: 'pin', people: signingIn(found.state), tries: found.tally };
}
