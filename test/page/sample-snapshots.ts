import type { ProvisioningStage } from '../../preload/contract/provisioning.ts';
import { firstCounter, firstIdle } from '../../preload/contract/settings-table.ts';
import type {
  DisplaySnapshot,
  RefundView,
  SaleStage,
  SaleSummary,
  SaleView,
  TillSnapshot,
} from '../../preload/contract/views.ts';

/** Snapshots as main pushes them, for every scene of both windows. */

export const AT = Date.UTC(2026, 10, 20, 13, 2, 31);
export const SALE_ID = '0b9d9d4e-5c0e-4c39-9c8d-1f2b6f0c7a11';
export const DEEPLINK = 'https://pay.example.org/t/6/65f1c0ffee65f1c0ffee65f1?amount=1250&pos=TILL42';

let seq = 0;

export function till(change: Partial<TillSnapshot> = {}): TillSnapshot {
  seq += 1;
  return {
    seq,
    at: AT,
    terminal: {
      mode: 'training',
      environment: 'TRAINING',
      shopName: 'Bakkerij Zoë',
      shopId: 'SHOP7',
      posId: 'TILL42',
      keychain: 'ok',
      pinSet: false,
      chargeWith: 'static-qr',
      sticker: false,
      provisioned: false,
    },
    counter: firstCounter,
    language: 'en',
    receiptLanguages: {},
    role: 'manager',
    service: { state: 'online', sinceMs: AT, host: 'localhost', skewMs: 0 },
    nextReference: 'TILL42-261120-0042',
    notices: [],
    sale: null,
    opened: null,
    recent: recent(6),
    parked: [],
    display: 'open',
    recovery: { running: false, open: 0, resolved: 0 },
    ...change,
  };
}

export function live(change: Partial<TillSnapshot> = {}): TillSnapshot {
  const base = till(change);
  return {
    ...base,
    terminal: {
      ...base.terminal,
      mode: 'live',
      environment: 'PROD',
      provisioned: true,
      pinSet: true,
    },
    counter: { ...base.counter, refundPinAbove: 5000 },
    ...change,
  };
}

export function preprod(change: Partial<TillSnapshot> = {}): TillSnapshot {
  const base = live(change);
  return { ...base, terminal: { ...base.terminal, environment: 'PREPROD' } };
}

export function sale(stage: SaleStage, change: Partial<SaleView> = {}): SaleView {
  const ended = !['creating', 'waiting', 'scanned', 'authorised', 'unknown'].includes(stage);
  return {
    saleId: SALE_ID,
    reference: 'TILL42-261120-0042',
    amount: 1250,
    stage,
    posId: 'TILL42',
    startedAt: AT - 60_000,
    cancel: 'no',
    refunds: [],
    refunded: 0,
    refundable: stage === 'paid' ? 1250 : 0,
    ...(stage === 'creating' ? {} : { paymentId: '65f1c0ffee65f1c0ffee65f1', status: statuses[stage] }),
    ...(stage === 'waiting' ? { deeplink: DEEPLINK } : {}),
    ...(ended ? { endedAt: AT } : { timeLeftMs: 161_000, lifetimeMs: 240_000 }),
    ...(stage === 'paid' ? { debtor: { name: 'Zoë', iban: 'NL91 **** **** **43 00' } } : {}),
    ...change,
  };
}

export function refundedView(amount: number): RefundView {
  return { refundKey: `key-${amount}`, amount, stage: 'refunded', status: 'REFUNDED', at: AT };
}

const statuses: Readonly<Record<SaleStage, string>> = {
  creating: '',
  waiting: 'PENDING',
  scanned: 'IDENTIFIED',
  authorised: 'AUTHORIZED',
  paid: 'SUCCEEDED',
  cancelled: 'CANCELLED',
  expired: 'EXPIRED',
  failed: 'AUTHORIZATION_FAILED',
  voided: 'VOIDED',
  unknown: 'PENDING',
};

const stagesInTurn = ['paid', 'cancelled', 'paid', 'failed', 'expired', 'paid', 'unknown', 'voided'] as const;

export function recent(count: number): SaleSummary[] {
  return Array.from({ length: count }, (_, index) => ({
    saleId: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    reference: `TILL42-261120-${String(41 - (index % 41)).padStart(4, '0')}`,
    amount: 420 + index * 785,
    stage: stagesInTurn[index % stagesInTurn.length] ?? 'paid',
    at: AT - (index + 1) * 240_000,
    refunded: index % 5 === 2 ? 400 : 0,
    refunding: index % 7 === 5,
    ...(index % 3 === 0 ? { debtorName: 'Zoë' } : {}),
  }));
}

export function summary(stage: SaleStage, change: Partial<SaleSummary> = {}): SaleSummary {
  const { saleId, reference, amount, startedAt: at } = sale(stage);
  return { saleId, reference, amount, stage, at, refunded: 0, refunding: false, ...change };
}

export function parkedSummary(stage: SaleStage): SaleSummary {
  return summary(stage, { parked: true });
}

export const offline: TillSnapshot['service'] = { state: 'offline', sinceMs: AT, host: 'localhost', skewMs: 0 };

export const otherPath = {
  id: 'response-path.createRefund',
  code: 'response-path.other',
  severity: 'alarm',
  action: 'accept-path',
  values: { expected: '/v3/payments/{paymentId}/refunds', got: '/refund/v3/payments/{paymentId}/refunds' },
} as const;

const ofRegister = {
  register: 'Counter by the door',
  amountCents: 1250,
  atMs: AT - 60_000,
  reference: 'BON 7',
} as const;

/** A cash register requests a payment that may have been paid before the journal was lost. */
export const foundForRegister = {
  id: 'register.1',
  code: 'register.found-again',
  severity: 'alarm',
  action: 'decide-register',
  values: { ...ofRegister, stage: 'paid', payer: 'Zoë' },
} as const;

/** A payment was found under the typed reference of the sale on the screen. */
export const foundPayment = {
  id: `sale.found.${SALE_ID}`,
  code: 'sale.found',
  severity: 'alarm',
  action: 'decide-payment',
  saleId: SALE_ID,
  values: { reference: 'BON 7', amountCents: 1250, atMs: AT - 60_000, stage: 'paid', payer: 'Zoë', paymentId: 'P1' },
} as const;

export const registerWaits = {
  id: 'register.2',
  code: 'register.waits',
  severity: 'warning',
  action: 'release-register',
  values: ofRegister,
} as const;

/** A sale refused before any request left the till. */
export const neverMade = (code = 'network.refused') =>
  sale('failed', { ending: 'never-created', problem: { code, message: '', retryable: true } });

/** A file of another shop that would set up the terminal again. */
export const foreignFile: ProvisioningStage<'changes'> = {
  stage: 'changes',
  id: 7,
  file: 'provision-shop-9.json',
  needsPin: true,
  changes: [
    { field: 'mode', before: 'training', after: 'live' },
    { field: 'service.environment', before: 'PREPROD', after: 'PROD' },
    { field: 'service.baseUrl', before: 'https://api.pay.example.org', after: 'https://api.elsewhere.example.com' },
    { field: 'merchant.profileId', before: 'p'.repeat(24), after: 'q'.repeat(24) },
    { field: 'callbacks.callbackUrl', before: 'https://shop.example.org/callbacks' },
    { field: 'callbacks.listen.host', after: '0.0.0.0' },
    { field: 'callbacks.listen.port', after: 8443 },
    { field: 'till.chargeWith', before: 'static-qr', after: 'payment' },
    { field: 'till.sticker', before: true, after: false },
    { field: 'tuning.toleranceSeconds', before: 300, after: 86_400 },
    { field: 'counter.refundPinAbove', before: 5_000, after: 100_000 },
    { field: 'keys.signingKey', before: 'till42-2026 · NzbLsXh8uDCcd-6M', after: 'elsewhere-1 · kPrK_qmxVWaYVA9w' },
    { field: 'keys.apiKey', after: true },
    { field: 'managerPin', after: true },
  ],
};

/** The checks have not run yet: the first tab of the Support view requests them. */
export const noChecks = { 'checks.read': { running: [], report: null } };

export const backup = (daily: object | null) => ({
  ...noChecks,
  'backup.status': { last: null, lastMadeAt: null, underWay: false, daily },
});

/** The other stages of a provisioning file. */
export const encryptedFile: ProvisioningStage<'passphrase'> = { stage: 'passphrase', id: 8, file: 'shop-7.jwe' };
export const shopsFile: ProvisioningStage<'missing'> = {
  stage: 'missing',
  id: 9,
  file: 'shop-7.json',
  posId: true,
  pin: 'optional',
};
export const faultyFile: ProvisioningStage<'faults'> = {
  stage: 'faults',
  id: 10,
  file: 'shop-7.json',
  faults: [
    { place: 'service.baseUrl', code: 'url.https-or-loopback', values: {} },
    { place: 'service.environment', code: 'field.invalid', values: { expected: 'PREPROD, PROD' } },
    { place: 'merchant.merchantId', code: 'id.length', values: {} },
    { place: 'shop.street', code: 'field.unknown', values: {} },
    { place: 'shop.shopName', code: 'shop-name.character', values: { character: '☃' } },
    { place: 'keys.signingKey.d', code: 'signing-key.private', values: {} },
    { place: 'managerPin', code: 'pin.too-short', values: { digits: 6 } },
    { place: '--pos-id', code: 'given.twice', values: {} },
  ],
  count: 20,
};

export const found = (count: number) => ({
  'payments.find': { rows: recent(count), next: null },
  'payments.history': { steps: [], whole: true },
});

export const nothingStored = {
  'settings.read': { settings: null, counter: firstCounter, apiKeySet: false, pinSet: false, version: 'v0' },
  'provision.profiles': {
    profiles: [
      {
        name: 'Sandbox (127.0.0.1)',
        environment: 'PREPROD',
        baseUrl: 'http://127.0.0.1:8471',
        jwksUrl: 'http://127.0.0.1:8471/.well-known/jwks.json',
        claimPrefix: 'https://sandbox.tillmate.example',
        issuer: 'TillmateSandbox',
      },
    ],
  },
} as const;

const about = {
  'terminal.about': {
    version: '0.1.0',
    terminalId: '4e438ae6-146c-4ff2-a3ae-3b8396d3e623',
    dataFolder: '/home/till/.config/Tillmate',
  },
};

export const twoScreens = {
  ...about,
  'screens.list': {
    screens: [
      {
        mark: { id: 1, label: 'HP E24', x: 0, y: 0, width: 1920, height: 1080 },
        primary: true,
        rotation: 0,
        shows: ['till'],
      },
      {
        mark: { id: 2, label: 'Elo 1002L', x: 1920, y: 0, width: 800, height: 1280 },
        primary: false,
        rotation: 90,
        shows: ['display'],
      },
    ],
  },
} as const;

export const storedSettings = {
  'registers.read': { registers: [], unpaired: [], problems: [] },
  'head-office.read': {},
  ...about,
  'settings.read': {
    settings: {
      service: {
        environment: 'PROD',
        baseUrl: 'https://api.pay.example.org',
        jwksUrl: 'https://api.pay.example.org/jwks',
        claimPrefix: 'https://pay.example.org',
        issuer: 'Example Pay',
      },
      merchant: { merchantId: 'm'.repeat(24), profileId: 'p'.repeat(24) },
      shop: { shopId: 'SHOP7', shopName: 'Bakkerij Zoë' },
      pos: { posId: 'TILL42' },
      tuning: {
        pathClaim: 'path',
        pathClaimPrefix: 'with-prefix',
        connectTimeoutMs: 4_000,
        headersTimeoutMs: 10_000,
        bodyTimeoutMs: 10_000,
        toleranceSeconds: 300,
        refundKeyHours: 24,
      },
    },
    counter: { ...firstCounter, refundPinAbove: 5_000 },
    signingKeyId: 'till42-2026',
    apiKeySet: true,
    pinSet: true,
    version: 'v1',
  },
};

type Scene = DisplaySnapshot['scene'];

export function display(scene: Scene, change: Partial<DisplaySnapshot> = {}): DisplaySnapshot {
  seq += 1;
  return {
    seq,
    at: AT,
    shopName: 'Bakkerij Zoë',
    training: true,
    environment: 'TRAINING',
    counter: { ...firstCounter, display: { ...firstCounter.display, idle: firstIdle } },
    language: 'en',
    scene,
    ...change,
  };
}

export const waitingScene: Extract<Scene, { readonly kind: 'waiting' }> = {
  kind: 'waiting',
  amount: 1250,
  deeplink: DEEPLINK,
  timeLeftMs: 161_000,
  lifetimeMs: 240_000,
};

export const displayScenes: readonly Scene[] = [
  { kind: 'idle' },
  { kind: 'preparing', amount: 1250 },
  waitingScene,
  { kind: 'waiting', amount: 1250, timeLeftMs: 161_000, lifetimeMs: 240_000 },
  { kind: 'scanned', amount: 1250 },
  { kind: 'authorised', amount: 1250 },
  { kind: 'cancelling', amount: 1250 },
  { kind: 'paid', amount: 1250, debtorName: 'Zoë' },
  { kind: 'cancelled', amount: 1250 },
  { kind: 'expired', amount: 1250 },
  { kind: 'failed', amount: 1250 },
  { kind: 'unknown', amount: 1250 },
  { kind: 'refunded', amount: 1250, paid: 1250 },
  { kind: 'partly-refunded', amount: 1250, paid: 2500 },
];

export const apps = [
  { name: 'Bancontact', picture: `1${'0'.repeat(63)}.png` },
  { name: 'Wero', picture: `2${'0'.repeat(63)}.png` },
  { name: 'Maestro Pay' },
  { name: 'KBC Mobile', picture: `3${'0'.repeat(63)}.png` },
  { name: 'ING Banking' },
  { name: 'Belfius', picture: `4${'0'.repeat(63)}.png` },
];

/** The customer display of a shop with all its settings in use. */
export function shopDisplay(
  scene: Scene,
  change: Partial<DisplaySnapshot['counter']['display']> = {},
): DisplaySnapshot {
  const base = display(scene);
  const logo = `a${'0'.repeat(63)}.png`;
  const set = { message: 'Fresh bread from six in the morning', logo, apps: apps.slice(0, 3), ...change };
  return { ...base, counter: { ...base.counter, display: { ...base.counter.display, ...set } } };
}

const longest =
  'The description of a sale as long as it may be, with the names of everything in the bag, up to one hundred and forty characters, all told..';

/** Every screen of a sale at the till, with the most content. */
export const tillScenes: readonly (readonly [string, () => TillSnapshot])[] = [
  ['idle', () => till()],
  ['creating', () => till({ sale: sale('creating') })],
  ['waiting', () => till({ sale: sale('waiting', { description: longest }) })],
  ['scanned', () => till({ sale: sale('scanned', { cancel: 'too-late', verdict: { at: 0, kind: 'not-paid' } }) })],
  ['authorised', () => till({ sale: sale('authorised') })],
  ['the largest', () => till({ sale: sale('authorised', { amount: 999_999_999_999 }) })],
  ['paid', () => till({ sale: sale('paid', { description: longest }) })],
  ['cancelled', () => till({ sale: sale('cancelled', { ending: 'elsewhere' }) })],
  ['expired', () => till({ sale: sale('expired') })],
  ['failed', () => till({ sale: sale('failed', { ending: 'bank-refused' }), display: 'closed' })],
  ['voided', () => till({ sale: sale('voided') })],
  [
    'unknown',
    () =>
      till({
        sale: sale('unknown', {
          problem: { code: 'answer.schema', message: '', retryable: true, traceId: 'a1b2c3d4' },
        }),
      }),
  ],
];

export const customerScenes: readonly (readonly [string, () => DisplaySnapshot])[] = displayScenes
  .filter((scene) => scene.kind !== 'idle')
  .map((scene, index) => [`${scene.kind} ${index}`, () => display(scene)] as const);

/** No receipt of any payment has been printed. */
export const firstReceipt = { 'receipt.issued': { issued: 0 } } as const;
