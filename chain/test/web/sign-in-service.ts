import { createServer } from 'node:http';
import Provider, { type Context } from 'oidc-provider';
import { onTestFinished } from 'vitest';
import { freePort } from './open-page.ts';

export const CLIENT = { clientId: 'chain', clientSecret: 'a-secret-of-the-chain' };

export interface SignInService {
  readonly issuer: string;
  /** Account of the next sign-in. */
  account: { email: string; subject?: string; isVerified?: unknown };
}

/** Starts a real OpenID Connect provider on this machine, which asks for no password. */
export async function startSignInService(page: string, port?: number): Promise<SignInService> {
  const at = port ?? (await freePort());
  const service: SignInService = {
    issuer: `http://127.0.0.1:${at}`,
    account: { email: 'manager@example.org', isVerified: true },
  };
  const provider = new Provider(service.issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${page}/sign-in/callback`],
        post_logout_redirect_uris: [`${page}/`],
      },
    ],
    cookies: { keys: ['of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context: Context, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: Context, sub: string) => ({
      accountId: sub,
      claims: () => {
        const { email, isVerified } = service.account;
        return { sub, email, email_verified: isVerified, name: `Name of ${email}` };
      },
    }),
    async loadExistingGrant({ oidc: { client, session } }: Context) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, {
      login: { accountId: service.account.subject ?? service.account.email, remember: false },
    });
  });
  await new Promise<void>((ready) => server.listen(at, '127.0.0.1', ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return service;
}

/** A headless browser that follows redirects, with cookies for each origin. */
export class Browser {
  readonly cookies = new Map<string, Map<string, string>>();

  /** Follows redirects to a page, or to an address matching `until`, which is not requested. */
  async open(
    address: string,
    until?: (url: URL) => boolean,
  ): Promise<{ url: URL; status: number; setCookies: readonly string[] }> {
    for (let url = new URL(address), hop = 0; hop < 20; hop += 1) {
      if (until?.(url)) return { url, status: 0, setCookies: [] };
      const answer = await fetch(url, { redirect: 'manual', headers: { cookie: this.#sent(url) } });
      const setCookies = answer.headers.getSetCookie();
      for (const cookie of setCookies) this.#keep(url, cookie);
      const to = answer.headers.get('location');
      if (to === null || url.pathname === '/') return { url, status: answer.status, setCookies };
      url = new URL(to, url);
      if (setCookies.some((cookie) => cookie.startsWith('chain='))) return { url, status: answer.status, setCookies };
    }
    throw new Error('It is sent round and round.');
  }

  #sent({ origin }: URL): string {
    return [...(this.cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep({ origin }: URL, cookie: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    const kept = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, kept);
    if (value === '' || /max-age=0(;|$)|expires=Thu, 01 Jan 1970/i.test(cookie)) kept.delete(name);
    else kept.set(name, value);
  }
}
