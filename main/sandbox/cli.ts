import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from './index.ts';
import { type Picks, parsePick, pickTable } from './picks.ts';
import { seededRandom, systemRandom } from './random.ts';

/** `npm run sandbox`: the payment service alone, for people who integrate against it. */

const USAGE = `npm run sandbox -- [options]
  --port N            port of the service (8471)
  --control-port N    port of the control panel (8472)
  --host ADDRESS      address to listen on (127.0.0.1)
  --state-file FILE   remember payments, profiles and keys from one run to the next
  --key-dir DIR       where the till's signing key goes (out/sandbox)
  --seed N            the same ids each time; also the seed of the reconciliation set
  --active N          begin with so many active payments
  --transactions N    begin with a reconciliation set of so many transactions
  --pick NAME=VALUE   choose otherwise where the specification leaves it open; may be given often
  --picks             list those choices
  --help`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8471' },
    'control-port': { type: 'string', default: '8472' },
    host: { type: 'string', default: '127.0.0.1' },
    'state-file': { type: 'string' },
    'key-dir': { type: 'string', default: join('out', 'sandbox') },
    seed: { type: 'string' },
    active: { type: 'string', default: '0' },
    transactions: { type: 'string', default: '0' },
    pick: { type: 'string', multiple: true, default: [] },
    picks: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(USAGE);
else if (values.picks) listPicks();
else await main();

async function main(): Promise<void> {
  const seed = values.seed === undefined ? undefined : whole('seed', values.seed);
  const transactions = whole('transactions', values.transactions);
  const picks: Partial<Picks> = Object.assign({}, ...values.pick.map(parsePick));
  const sandbox = await startSandbox({
    host: values.host,
    port: whole('port', values.port),
    controlPort: whole('control-port', values['control-port']),
    random: seed === undefined ? systemRandom : seededRandom(seed),
    docs: true,
    picks,
    log: {
      info: (fields, message) => console.log(message, JSON.stringify(fields)),
      warn: (fields, message) => console.warn(message, JSON.stringify(fields)),
    },
    ...(values['state-file'] === undefined ? {} : { stateFile: values['state-file'] }),
    ...(transactions > 0 && { dataset: { seed: seed ?? 1, transactions } }),
  });
  const files = await makeTillKey(sandbox, values['key-dir']);
  fillWithActive(sandbox, whole('active', values.active));
  introduce(sandbox, files);

  const end = () => {
    sandbox.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

function introduce(sandbox: Sandbox, files: { readonly key: string; readonly provision: string }): void {
  const { profile, baseUrl } = sandbox;
  const body = JSON.stringify({ posId: 'TILL1', amount: 1250, currency: 'EUR', reference: 'TILL1-0001' });
  console.log(`
The sandbox listens at   ${baseUrl}
Control panel            ${sandbox.controlUrl ?? 'off'}
Documentation            ${sandbox.docsUrl ?? 'off'}

Merchant                 ${profile.merchantId}  (${profile.name})
Profile                  ${profile.profileId}
API key                  ${profile.apiKey}
Issuer, claim prefix     ${sandbox.issuer}, ${sandbox.claimPrefix}

The service's keys       ${sandbox.jwksUrl}
A till's signing key     ${files.key}
To provision a till      npm start -- --provision=${files.provision}

Try it:
curl -sS ${baseUrl}/v3/payments/pos -H 'Authorization: Bearer ${profile.apiKey}' -H 'Content-Type: application/json' -d '${body}'
`);
}

/** A signing key for a till: the private half goes to a file, the public half to the sandbox. */
async function makeTillKey(sandbox: Sandbox, directory: string): Promise<{ key: string; provision: string }> {
  const { profile, baseUrl, jwksUrl, claimPrefix, issuer } = sandbox;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const named = { kid: 'till-1', use: 'sig', alg: 'ES256' };
  sandbox.registerKey(profile.profileId, { ...publicKey.export({ format: 'jwk' }), ...named });
  const signingKey = { ...privateKey.export({ format: 'jwk' }), ...named };
  const provisioning = {
    service: { environment: 'PREPROD', baseUrl, jwksUrl, claimPrefix, issuer },
    merchant: { merchantId: profile.merchantId, profileId: profile.profileId },
    shop: { shopId: 'SHOP1', shopName: profile.name },
    pos: { posId: 'TILL1' },
    keys: { signingKey, apiKey: profile.apiKey },
    managerPin: '1234',
  };
  await mkdir(directory, { recursive: true });
  const key = join(directory, 'till-key.json');
  const provision = join(directory, 'provision.json');
  await writeFile(key, `${JSON.stringify(signingKey, null, 2)}\n`, { mode: 0o600 });
  await writeFile(provision, `${JSON.stringify(provisioning, null, 2)}\n`, { mode: 0o600 });
  return { key, provision };
}

function fillWithActive(sandbox: Sandbox, count: number): void {
  const caller = sandbox.engine.signer(sandbox.profile.profileId);
  if (!caller) return;
  for (let index = 1; index <= count; index += 1) {
    const body = { posId: `POS${index}`, amount: 100 + index, reference: `ACTIVE-${index}` };
    sandbox.engine.handle({ caller, operation: 'createStaticQrPayment', body });
  }
}

function listPicks(): void {
  for (const [name, entry] of Object.entries(pickTable)) {
    const choice = 'options' in entry ? entry.options.join(' | ') : `${entry.standard} ${entry.unit}`;
    console.log(`${name} = ${choice}\n    ${entry.question} (spec: ${entry.spec})`);
  }
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} takes a whole number; got ${text}`);
  process.exit(2);
}
