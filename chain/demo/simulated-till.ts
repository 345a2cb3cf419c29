import { generateKeyPairSync, hash, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Call, EventFields, Payout, Status } from '../../main/upload/wire.ts';
import {
  answers,
  batchBody,
  CALL_HEADER,
  callHeaderOf,
  ENROL_PATH,
  eventLine,
  NO_HASH,
  pathOf,
  SIGNATURE_HEADER,
  signatureOf,
} from '../../main/upload/wire.ts';

const BATCH = 200;

interface SimulatedTillParts {
  readonly address: string;
  readonly shop: string;
  readonly pos: string;
  readonly environment?: 'PREPROD' | 'PROD';
  readonly status?: Partial<Status>;
}

/** A till's side of the protocol, with a journal in memory. */
export class SimulatedTill {
  readonly terminal = randomUUID();
  readonly #parts: SimulatedTillParts;
  readonly #keys = generateKeyPairSync('ed25519');
  readonly #lines: string[] = [];
  #hashes: string[] = [];
  #shipped = 0;
  #counter = 0;
  #till = 0;

  constructor(parts: SimulatedTillParts) {
    this.#parts = parts;
    this.add('journal.begun', { journalId: randomUUID(), salt: 1 }, Date.now());
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Throws the collector's refusal as an Error. */
  async enrol(code: string): Promise<void> {
    const { pos: posId, environment = 'PROD' } = this.#parts;
    const { x = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const { profileId: _, ...merchant } = this.#account();
    const own = { terminalId: this.terminal, posId, publicKey: x, appVersion: '0.1.0', environment };
    const ask = { code, ...own, merchants: [merchant] };
    const { till } = answers.enrol.parse(await this.#post(ENROL_PATH, JSON.stringify(ask)));
    this.#till = till;
  }

  /** In the journal's format. `at`: ms since the epoch. */
  add(type: string, payload: object, at: number): void {
    const before = this.#hashes.at(-1) ?? NO_HASH;
    const { shop, pos } = this.#parts;
    const seq = this.#lines.length + 1;
    const fields: EventFields = [before, seq, at, this.terminal, shop, pos, type, JSON.stringify(payload)];
    const line = eventLine(fields);
    this.#lines.push(line);
    this.#hashes.push(hash('sha256', line));
  }

  /** Events after `seq` are lost at the till, but not in the chain. */
  restoreTo(seq: number): void {
    this.#lines.length = seq;
    this.#hashes.length = seq;
    this.#shipped = seq;
  }

  /** Uploads pending events, oldest first. */
  async ship(): Promise<void> {
    while (this.#shipped < this.#lines.length) {
      const after = this.#shipped;
      const lines = this.#lines.slice(after, after + BATCH);
      const prevHash = this.#hashes[after - 1] ?? NO_HASH;
      const header = {
        account: this.#account(),
        after,
        prevHash,
        sentAt: Date.now(),
        status: this.#status(lines.length),
      };
      const { next } = await this.#call('batches', batchBody(header, lines));
      this.#shipped = next - 1;
    }
  }

  async sendStatus(): Promise<void> {
    await this.#call('status', JSON.stringify({ sentAt: Date.now(), status: this.#status() }));
  }

  async sendPayouts(payouts: readonly Payout[]): Promise<void> {
    await this.#call('payouts', JSON.stringify({ sentAt: Date.now(), account: this.#account(), payouts }));
  }

  #account() {
    const { environment = 'PROD' } = this.#parts;
    return { environment, merchantId: 'demo-merchant', profileId: 'demo-profile' };
  }

  /** `going`: events in the same call. */
  #status(going = 0): Status {
    const { shop, pos, environment = 'PROD', status } = this.#parts;
    return {
      appVersion: '0.1.0',
      environment,
      backlog: this.#lines.length - this.#shipped - going,
      skewMs: 0,
      clockKnown: true,
      keychain: 'ok',
      journal: 'ok',
      journalBytes: this.#lines.length * 900,
      diskFree: 80_000_000_000,
      terminalId: this.terminal,
      posId: pos,
      shopId: shop,
      ...status,
    };
  }

  async #call<Name extends Call>(call: Name, body: string): Promise<Answer<Name>> {
    return answers[call].parse(await this.#post(pathOf(this.#till, call), body)) as Answer<Name>;
  }

  async #post(path: string, body: string): Promise<unknown> {
    for (let tries = 0; ; tries += 1) {
      this.#counter += 1;
      const { privateKey } = this.#keys;
      const headers = {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signatureOf(path, Buffer.from(body), privateKey),
        [CALL_HEADER]: callHeaderOf(path, Buffer.from(body), this.#counter, privateKey),
      };
      const answer = await fetch(new URL(path, this.#parts.address), { method: 'POST', headers, body });
      if (answer.ok) return answer.json();
      const busy = answer.status === 429 || answer.status === 503;
      if (!busy || tries === 5) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      await pause(Number(answer.headers.get('retry-after') ?? 1) * 1_000);
    }
  }
}
