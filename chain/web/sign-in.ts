import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as openid from 'openid-client';
import type { Database } from '../database/open.ts';
import type { Member } from './contract.ts';
import { bindAccount, memberOfAccount } from './members.ts';
import { cookiesAt, hashOf, sessionsIn } from './sessions.ts';

interface Oidc {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string | undefined;
  /** For a service that sends no `email_verified`. */
  readonly isEmailTrusted: boolean;
}

export interface SignInParts {
  readonly database: Database;
  /** For browsers. */
  readonly address: string;
  /** The chain's sign-in service; or the token of a link, valid once, for an administrator at this machine. */
  readonly signIn: Oidc | { readonly token: string };
  /** Mail address; always a member. */
  readonly admin?: string | undefined;
  readonly now: () => number;
}

interface SignIn {
  /** Throws Refusal 401 `page.signed-out`. */
  memberOf(request: FastifyRequest): Promise<Member>;
  /** Returns the next address, such as the sign-in service's sign-out. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<string>;
}

/** No member's address has this form. */
const LOCAL: Member = { email: 'this machine', name: 'Administrator', role: 'admin', shops: null };
const PENDING_MS = 10 * 60_000;

/** A refused browser is redirected to `/?sign-in=WHY`. */
export function addSignIn(app: FastifyInstance, { database, address, signIn, now }: SignInParts): SignIn {
  if ('token' in signIn) {
    const sessions = sessionsIn(database, address, now, LOCAL);
    let token: string | undefined = signIn.token;
    app.get<{ Querystring: { token?: string } }>('/sign-in/link', (request, reply) => {
      const given = hashOf(request.query.token ?? '');
      if (token === undefined || !timingSafeEqual(hashOf(token), given)) return refuse(reply, 'link-used');
      token = undefined;
      return sessions.begin(reply, LOCAL);
    });
    app.get('/sign-in', (_request, reply) => refuse(reply, 'link'));
    return { memberOf: sessions.memberOf, end: (...of) => sessions.end(...of).then(() => '/') };
  }

  const sessions = sessionsIn(database, address, now, undefined);
  let known: Promise<openid.Configuration> | undefined;
  const provider = () => {
    known ??= discover(signIn);
    // Repeated after a failure.
    return known.catch((fault) => {
      known = undefined;
      throw fault;
    });
  };
  const { isEmailTrusted } = signIn;
  addOidc(app, { database, address, isEmailTrusted, provider, begin: sessions.begin });
  return {
    memberOf: sessions.memberOf,
    async end(request, reply) {
      const token = await sessions.end(request, reply);
      const config = await provider().catch(() => undefined);
      if (token === undefined || config?.serverMetadata().end_session_endpoint === undefined) return '/';
      const back = { id_token_hint: token, post_logout_redirect_uri: new URL('/', address).href };
      return openid.buildEndSessionUrl(config, back).href;
    },
  };
}

interface OidcParts extends Pick<SignInParts, 'database' | 'address'>, Pick<Oidc, 'isEmailTrusted'> {
  provider(): Promise<openid.Configuration>;
  begin: ReturnType<typeof sessionsIn>['begin'];
}

/** Authorization code with PKCE, state and nonce. A cookie holds the pending values. */
function addOidc(app: FastifyInstance, parts: OidcParts): void {
  const { database, address, provider, begin } = parts;
  const cookies = cookiesAt(address);

  app.get('/sign-in', async (_request, reply) => {
    const config = await provider().catch((cause: unknown) => void app.log.warn(cause));
    if (config === undefined) return refuse(reply, 'unreachable');
    const [state, nonce, verifier] = [openid.randomState(), openid.randomNonce(), openid.randomPKCECodeVerifier()];
    const to = openid.buildAuthorizationUrl(config, {
      redirect_uri: new URL('/sign-in/callback', address).href,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    cookies.set(reply, 'signing-in', [state, nonce, verifier].join('.'), PENDING_MS);
    return reply.redirect(to.href);
  });

  app.get('/sign-in/callback', async (request, reply) => {
    const [state, nonce, verifier] = cookies.read(request, 'signing-in')?.split('.') ?? [];
    cookies.set(reply, 'signing-in', '', 0);
    if (state === undefined || nonce === undefined || verifier === undefined) return refuse(reply, 'again');
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
    const claims = await provider()
      .then((config) => identify(config, new URL(request.url, address), checks))
      .catch((cause: unknown) => void app.log.warn(cause));
    if (claims === undefined) return refuse(reply, 'refused');
    const { account, name, idToken } = claims;
    let email = await memberOfAccount(database, account);
    if (email === undefined) {
      const address = addressIn(claims, parts);
      if (address === 'unverified') app.log.warn(UNVERIFIED);
      if (address === 'unverified' || address === 'no-email') return refuse(reply, address);
      email = address.toLowerCase();
      const hindered = await bindAccount(database, email, account);
      if (hindered !== undefined) return refuse(reply, hindered);
    }
    return begin(reply, { email, name: typeof name === 'string' ? name : email }, idToken);
  });
}

const UNVERIFIED =
  'OIDC_EMAIL_TRUSTED: the sign-in service sends no email_verified. Set it to on if only its administrators set addresses.';

function addressIn({ email, isVerified }: Claims, { isEmailTrusted }: OidcParts): string {
  if (typeof email !== 'string') return 'no-email';
  if (isVerified === undefined && !isEmailTrusted) return 'unverified';
  return isVerified === undefined || isVerified === true || isVerified === 'true' ? email : 'no-email';
}

type Claims = Awaited<ReturnType<typeof identify>>;

/** Many services only send the address through the userinfo endpoint. Throws when a check fails. */
async function identify(config: openid.Configuration, url: URL, checks: openid.AuthorizationCodeGrantChecks) {
  const tokens = await openid.authorizationCodeGrant(config, url, checks);
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('No ID token from the sign-in service.');
  const hasEmail = claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined;
  const more: Readonly<Record<string, unknown>> = hasEmail
    ? claims
    : await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
  const { email, email_verified: isVerified, name } = more;
  const account = { issuer: claims.iss, subject: claims.sub };
  return { email, isVerified, name, account, idToken: tokens.id_token };
}

function refuse(reply: FastifyReply, why: string): FastifyReply {
  return reply.redirect(`/?sign-in=${why}`);
}

async function discover({ issuer, clientId, clientSecret }: Oidc): Promise<openid.Configuration> {
  const execute = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [];
  const config = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, { timeout: 10, execute });
  openid.enableNonRepudiationChecks(config);
  return config;
}
