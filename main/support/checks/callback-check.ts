import { networkInterfaces } from 'node:os';
import { callbackUrlField } from '../../../preload/contract/fields.ts';
import type { TillError } from '../../base/till-error.ts';
import type { TerminalSettings } from '../../settings/settings.ts';
import { type Check, type Found, failed, failedWith, mends, ok, skipped, warning } from './check.ts';

export interface CallbackParts {
  readonly settings: TerminalSettings | undefined;
  /** False at the command line, where no till may be listening. */
  readonly running: boolean;
  /** Keeps the running till from listening although the settings ask for a listener. */
  readonly error: TillError | undefined;
  lookUp(host: string): Promise<readonly string[]>;
  readonly own?: () => readonly string[];
}

/** Local checks: only the service knows whether its callbacks arrive. */
export function callbackCheck(parts: CallbackParts): Check {
  return {
    id: 'callback',
    async run(signal) {
      const callbacks = parts.settings?.callbacks;
      const refused = [callbacks?.callbackUrl, callbacks?.identifyCallbackUrl].find(isRefused);
      // Show the host alone: user information in a URL may hold a password.
      if (refused) return failed('callback.address', { name: hostOf(refused) }, mends.callbacks);
      const listen = callbacks?.listen;
      if (listen === undefined) return skipped('callback.none');
      if (parts.error !== undefined) return failedWith(parts.error, mends.callbacks);
      const at = { host: listen.host, port: listen.port };
      const heard = await listener(listen, signal);
      if (heard === 'silent')
        return parts.running ? failed('callback.silent', at, mends.callbacks) : skipped('callback.till-closed', at);
      if (heard === 'other') return failed('callback.other', at, mends.callbacks);
      return callbacks?.callbackUrl ? publicAddress(callbacks.callbackUrl, at, parts) : ok('callback.listens', at);
    },
  };
}

/** An address may have been stored before the validation rule existed. */
function isRefused(url: string | undefined): url is string {
  return Boolean(url) && !callbackUrlField.safeParse(url).success;
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '…';
}

/** The till's listener responds to GET with status 405 and `METHOD_NOT_ALLOWED`. */
async function listener(
  { host, port }: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<'own' | 'other' | 'silent'> {
  try {
    const answer = await fetch(`http://${reachable(host)}:${port}/`, { signal, redirect: 'manual' });
    const text = (await answer.text()).slice(0, 1_000);
    return answer.status === 405 && text.includes('METHOD_NOT_ALLOWED') ? 'own' : 'other';
  } catch (thrown) {
    // A connection without an HTTP response belongs to another program.
    return isUnanswered(thrown) ? 'silent' : 'other';
  }
}

function isUnanswered(thrown: unknown): boolean {
  const cause = thrown instanceof Error && thrown.name !== 'AbortError' ? thrown.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined;
  return (
    code === undefined || /^(ECONNREFUSED|E(HOST|NET)UNREACH|ETIMEDOUT|EADDR|ENOTFOUND|EAI_|UND_ERR_CONNECT)/.test(code)
  );
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function publicAddress(
  url: string,
  at: Readonly<Record<string, string | number>>,
  parts: CallbackParts,
): Promise<Found> {
  const { hostname } = new URL(url);
  try {
    const addresses = await parts.lookUp(hostname.replace(/^\[|\]$/g, ''));
    const facts = { ...at, name: hostname, addresses: addresses.join(', ') };
    if (addresses.every(isPrivate)) return warning('callback.private', facts, mends.callbacks);
    const own = (parts.own ?? ownAddresses)();
    return ok(
      addresses.some((address) => own.includes(address)) ? 'callback.own-address' : 'callback.elsewhere',
      facts,
    );
  } catch {
    return warning('callback.no-name', { ...at, name: hostname }, mends.callbacks);
  }
}

function isPrivate(address: string): boolean {
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|::1$|f[cd]|fe[89ab])/i.test(address);
}

function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? []);
}
