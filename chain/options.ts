import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';

/** Service files and containers write an unset variable as empty. */
const unlessEmpty = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((text) => text || undefined, schema);
const whole = (least: number, most: number) =>
  z.coerce.number(`takes a whole number`).int('takes a whole number').min(least).max(most);
const database = z.url({ protocol: /^postgres(ql)?$/, error: 'takes postgres://USER:PASSWORD@HOST/DATABASE' });
const webAddress = z.url({ protocol: /^https?$/, error: 'takes an address such as https://chain.example' });
const timeZone = z.string().refine(isTimeZone, 'takes a time zone such as Europe/Brussels');
const proxies = z
  .string()
  .refine(
    (text) => text.split(',').every((one) => /^(off|loopback|linklocal|uniquelocal)$/.test(one) || isRange(one)),
    'takes off, or addresses and ranges of proxies, such as 10.0.0.0/8,uniquelocal',
  );
const mail = z.email('takes a mail address');

/** docs/chain.md. No other code reads the environment. */
const variables = z.object({
  DATABASE_URL: unlessEmpty(database.optional()),
  DATABASE_URL_READ: unlessEmpty(database.optional()),
  CHAIN_DATA: unlessEmpty(z.string().optional()),
  CHAIN_NAME: unlessEmpty(z.string().max(60).default('Tillmate chain')),
  CHAIN_HOST: unlessEmpty(z.string().default('127.0.0.1')),
  CHAIN_PORT: unlessEmpty(whole(0, 65_535).default(47_900)),
  CHAIN_HEALTH_PORT: unlessEmpty(whole(0, 65_535).optional()),
  CHAIN_TRUST_PROXY: unlessEmpty(proxies.default('loopback')),
  CHAIN_ADDRESS: unlessEmpty(webAddress.optional()),
  CHAIN_TIME_ZONE: unlessEmpty(timeZone.default('Europe/Brussels')),
  CHAIN_TLS_CERT: unlessEmpty(z.string().optional()),
  CHAIN_TLS_KEY: unlessEmpty(z.string().optional()),
  CHAIN_RETENTION_EVENTS_DAYS: unlessEmpty(whole(7, 36_500).default(400)),
  CHAIN_RETENTION_SALES_DAYS: unlessEmpty(whole(7, 36_500).default(3_650)),
  CHAIN_OLD_TILLS_UNTIL: unlessEmpty(z.iso.date('takes a day such as 2027-06-30').optional()),
  CHAIN_DEBTORS: unlessEmpty(z.enum(['on', 'off']).default('off')),
  OIDC_ISSUER: unlessEmpty(webAddress.optional()),
  OIDC_CLIENT_ID: unlessEmpty(z.string().optional()),
  OIDC_CLIENT_SECRET: unlessEmpty(z.string().optional()),
  OIDC_EMAIL_TRUSTED: unlessEmpty(z.enum(['on', 'off']).default('off')),
  CHAIN_ADMIN: unlessEmpty(mail.optional()),
  SMTP_URL: unlessEmpty(z.url({ protocol: /^smtps?$/, error: 'takes smtp://USER:PASSWORD@HOST:PORT' }).optional()),
  ALERT_MAIL_TO: unlessEmpty(mail.optional()),
  ALERT_MAIL_FROM: unlessEmpty(mail.optional()),
  ALERT_WEBHOOK: unlessEmpty(webAddress.optional()),
});

export type ChainOptions = ReturnType<typeof readOptions>;

/** The message names the variable and the accepted values. */
export class OptionFault extends Error {}

/** At the start rather than at first use. Throws OptionFault. */
export function readOptions(environment: NodeJS.ProcessEnv) {
  const read = variables.safeParse(environment);
  if (!read.success)
    throw new OptionFault(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const of = read.data;
  const tls = together(of, 'CHAIN_TLS_CERT', 'CHAIN_TLS_KEY');
  const oidc = together(of, 'OIDC_ISSUER', 'OIDC_CLIENT_ID');
  const mailed = together(of, 'SMTP_URL', 'ALERT_MAIL_TO');
  const isLocal = isLoopback(of.CHAIN_HOST);
  if (!(isLocal || oidc))
    throw new OptionFault('CHAIN_HOST: only 127.0.0.1 without OIDC_ISSUER and OIDC_CLIENT_ID: sign-in is impossible.');
  if (oidc && !of.CHAIN_ADMIN) throw new OptionFault('CHAIN_ADMIN: mail address of the first administrator required.');
  const isEmailTrusted = of.OIDC_EMAIL_TRUSTED === 'on';
  if (oidc && !isEmailTrusted && SEND_NO_VERIFIED.test(new URL(oidc[0]).hostname))
    throw new OptionFault(
      'OIDC_EMAIL_TRUSTED: Entra ID sends no email_verified. Set it to on if only its administrators set addresses.',
    );
  const address = of.CHAIN_ADDRESS ?? `${tls ? 'https' : 'http'}://${of.CHAIN_HOST}:${of.CHAIN_PORT}`;
  const { protocol, hostname } = new URL(address);
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new OptionFault('CHAIN_ADDRESS: takes https:// outside of this machine; tills refuse http.');
  return {
    database: of.DATABASE_URL,
    replica: of.DATABASE_URL_READ,
    data: of.CHAIN_DATA ?? join(import.meta.dirname, 'data'),
    name: of.CHAIN_NAME,
    host: of.CHAIN_HOST,
    port: of.CHAIN_PORT,
    /** Port on loopback; undefined: no health server. */
    healthPort: of.CHAIN_HEALTH_PORT,
    trustProxy: of.CHAIN_TRUST_PROXY !== 'off' && of.CHAIN_TRUST_PROXY,
    address,
    timeZone: of.CHAIN_TIME_ZONE,
    tls: tls && { cert: readable('CHAIN_TLS_CERT', tls[0]), key: readable('CHAIN_TLS_KEY', tls[1]) },
    retention: { eventsDays: of.CHAIN_RETENTION_EVENTS_DAYS, salesDays: of.CHAIN_RETENTION_SALES_DAYS },
    /** Requests names of payers and IBANs from the tills. */
    debtors: of.CHAIN_DEBTORS === 'on',
    /** ms since the epoch; 0: refused. */
    oldTillsUntil: of.CHAIN_OLD_TILLS_UNTIL === undefined ? 0 : Date.parse(of.CHAIN_OLD_TILLS_UNTIL),
    oidc: oidc && { issuer: oidc[0], clientId: oidc[1], clientSecret: of.OIDC_CLIENT_SECRET, isEmailTrusted },
    admin: of.CHAIN_ADMIN,
    mail: mailed && { server: mailed[0], to: mailed[1], from: of.ALERT_MAIL_FROM ?? mailed[1] },
    webhook: of.ALERT_WEBHOOK,
  };
}

/** Services known to send no `email_verified`; for others only a sign-in shows this. */
const SEND_NO_VERIFIED = /^(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)$/;

type Variables = z.output<typeof variables>;

function together<One extends keyof Variables, Other extends keyof Variables>(of: Variables, one: One, other: Other) {
  const [first, second] = [of[one], of[other]];
  if (first !== undefined && second !== undefined) return [String(first), String(second)] as const;
  if (first === undefined && second === undefined) return undefined;
  throw new OptionFault(`${one} and ${other} are set together or not at all.`);
}

function readable(name: string, file: string): string {
  try {
    accessSync(file, constants.R_OK);
    return file;
  } catch (cause) {
    throw new OptionFault(`${name}: ${file} unreadable.`, { cause });
  }
}

function isRange(text: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  return Number(bits) <= ({ 4: 32, 6: 128 }[isIP(address)] ?? -1);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[?::1\]?)$/.test(host);
}
