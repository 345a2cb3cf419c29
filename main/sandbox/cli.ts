import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { curlLine } from './curl-line.ts';
import { type Sandbox, startSandbox } from './index.ts';
import { type Choices, openPoints, parseChoice } from './open-points.ts';
import { seededRandom, systemRandom } from './random.ts';

/** `npm run sandbox`: the payment service alone, for developers who integrate with the service. */

const USAGE = `npm run sandbox -- [options]
  --port N            port of the service (8471)
  --control-port N    port of the control panel (8472)
  --host ADDRESS      address to listen on (127.0.0.1)
  --state-file FILE   remember payments, profiles and keys from one run to the next
  --key-dir DIR       where the till's signing key goes (out/sandbox)
  --seed N            the same ids each time; also the seed of the reconciliation set
  --active N          begin with so many active payments
  --transactions N    begin with a reconciliation set of so many transactions
  --callbacks PORT    tell a till on this machine of each change, on that port
  --pick NAME=VALUE   choose otherwise where the specification leaves it open; may be given often
  --picks             list those choices
  --help`;

const options = {
  port: { type: 'string', default: '8471' },
  'control-port': { type: 'string', default: '8472' },
  host: { type: 'string', default: '127.0.0.1' },
  'state-file': { type: 'string' },
  'key-dir': { type: 'string', default: join('out', 'sandbox') },
  seed: { type: 'string' },
  active: { type: 'string', default: '0' },
  transactions: { type: 'string', default: '0' },
  callbacks: { type: 'string' },
  pick: { type: 'string', multiple: true, default: [] },
  picks: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} satisfies ParseArgsOptionsConfig;

/** Larger numbers exceed memory, or take hours. */
const MOST_ACTIVE = 1_000_000;
const MOST_TRANSACTIONS = 100_000_000;
const MOST_PORT = 65_535;
const MOST_SEED = 2 ** 32 - 1;

class UsageError extends Error {}

const values = readOptions();
if (values.help) console.log(USAGE);
else if (values.picks) printOpenPoints();
else await main().catch(exitWith);

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (thrown) {
    return exitWith(thrown);
  }
}

/** Prints the error in a single line without a stack. Exits with 2 for a wrong command line, otherwise with 1. */
function exitWith(thrown: unknown): never {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const exitCode =
    error instanceof UsageError || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')) ? 2 : 1;
  const [message] = error.message.split('\n');
  console.error(`sandbox: ${message}${exitCode === 2 ? '\nnpm run sandbox -- --help lists the options.' : ''}`);
  process.exit(exitCode);
}

async function main(): Promise<void> {
  const [seed, callbackPort] = [whole('seed', MOST_SEED), whole('callbacks', MOST_PORT)];
  const transactions = whole('transactions', MOST_TRANSACTIONS) ?? 0;
  const active = whole('active', MOST_ACTIVE) ?? 0;
  const sandbox = await startSandbox({
    host: values.host,
    port: whole('port', MOST_PORT) ?? 0,
    controlPort: whole('control-port', MOST_PORT) ?? 0,
    random: seed === undefined ? systemRandom : seededRandom(seed),
    docs: true,
    picks: choicesIn(values.pick),
    log: {
      info: (fields, message) => console.log(message, JSON.stringify(fields)),
      warn: (fields, message) => console.warn(message, JSON.stringify(fields)),
    },
    stateFile: values['state-file'],
    dataset: transactions > 0 ? { seed: seed ?? 1, transactions } : undefined,
    profiles: callbackPort === undefined ? undefined : [callbackUrlsAt(callbackPort)],
  });
  const files = await writeFiles(sandbox, values['key-dir'], callbackPort);
  createActivePayments(sandbox, active);
  printIntroduction(sandbox, files);

  const stop = () => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function printIntroduction(sandbox: Sandbox, files: Awaited<ReturnType<typeof writeFiles>>): void {
  const { profile, baseUrl } = sandbox;
  const call = {
    url: `${baseUrl}/v3/payments/pos`,
    headers: { Authorization: `Bearer ${profile.apiKey}`, 'Content-Type': 'application/json' },
    bodyFile: files.payment,
  };
  console.log(`
The sandbox listens at   ${baseUrl}
Control panel            ${sandbox.controlUrl}
Documentation            ${sandbox.docsUrl}

Merchant                 ${profile.merchantId}  (${profile.name})
Profile                  ${profile.profileId}
API key                  ${profile.apiKey}
Issuer, claim prefix     ${sandbox.issuer}, ${sandbox.claimPrefix}

The service's keys       ${sandbox.jwksUrl}
A till's signing key     ${files.key}
For the till's guide     ${files.profile}
To provision a till      npm start -- --provision=${files.provision}
A payment to create      ${files.payment}

Try it:
${curlLine(call, process.platform)}
`);
}

/** A till cannot send its own with a payment: they must be https, and the sandbox has none. */
function callbackUrlsAt(port: number): { readonly callbackUrl: string; readonly identifyCallbackUrl: string } {
  const url = `http://127.0.0.1:${port}/callback`;
  return { callbackUrl: url, identifyCallbackUrl: url };
}

/** Creates a till's signing key: private key to files, public key to the sandbox. Also writes a sample payment. */
async function writeFiles(sandbox: Sandbox, directory: string, callbackPort: number | undefined) {
  const { profile, baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = { kid: 'till-1', use: 'sig', alg: 'ES256' };
  sandbox.registerKey(profile.profileId, { ...publicKey.export({ format: 'jwk' }), ...named });
  const signingKey = { ...privateKey.export({ format: 'jwk' }), ...named };
  const counterCode = `${baseUrl}/l/1/{profileId}/{posId}`;
  const service = { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer, counterCode };
  const merchant = { merchantId: profile.merchantId, profileId: profile.profileId };
  const provisioning = {
    service,
    merchant,
    shop: { shopId: 'SHOP1', shopName: profile.name },
    pos: { posId: 'TILL1' },
    callbacks: callbackPort === undefined ? undefined : { listen: { host: '127.0.0.1', port: callbackPort } },
    keys: { signingKey, apiKey: profile.apiKey },
    managerPin: '123456',
  };
  const sale = { posId: 'TILL1', amount: 1250, currency: 'EUR', reference: 'TILL1-0001' };
  await mkdir(directory, { recursive: true });
  const write = async (name: string, content: object) => {
    const path = join(directory, name);
    await writeFile(path, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    return path;
  };
  return {
    key: await write('till-key.json', signingKey),
    profile: await write('service-profile.json', { name: 'Sandbox', ...service, merchant }),
    provision: await write('provision.json', provisioning),
    payment: await write('payment.json', sale),
  };
}

function createActivePayments(sandbox: Sandbox, count: number): void {
  const caller = sandbox.engine.signer(sandbox.profile.profileId);
  if (!caller) return;
  for (let index = 1; index <= count; index += 1) {
    const body = { posId: `POS${index}`, amount: 100 + index, reference: `ACTIVE-${index}` };
    sandbox.engine.handle({ caller, operation: 'createStaticQrPayment', body });
  }
}

function printOpenPoints(): void {
  for (const [name, entry] of Object.entries(openPoints)) {
    const choice = 'options' in entry ? entry.options.join(' | ') : `${entry.standard} ${entry.unit}`;
    console.log(`${name} = ${choice}\n    ${entry.question} (spec: ${entry.spec})`);
  }
}

function choicesIn(texts: readonly string[]): Partial<Choices> {
  try {
    return Object.assign({}, ...texts.map(parseChoice));
  } catch (thrown) {
    if (thrown instanceof RangeError) throw new UsageError(thrown.message);
    throw thrown;
  }
}

function whole(
  name: 'seed' | 'callbacks' | 'transactions' | 'active' | 'port' | 'control-port',
  most: number,
): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name} takes a whole number up to ${most}; got ${text}`);
}
