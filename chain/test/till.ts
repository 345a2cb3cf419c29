import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import { type JournalEvent, journalEvent } from '../../main/domain/events.ts';
import {
  batchBody,
  CALL_HEADER,
  type Call,
  callHeaderOf,
  ENROL_PATH,
  type EventFields,
  eventLine,
  NO_HASH,
  pathOf,
  SIGNATURE_HEADER,
  type Status,
  signatureOf,
} from '../../main/upload/wire.ts';

export const ACCOUNT = { environment: 'PROD', merchantId: 'merchant', profileId: 'profile' } as const;

/** The events of a journal as lines, numbered from 1. */
export class TestJournal {
  readonly lines: string[];
  readonly hashes: string[];

  constructor(of: Pick<TestJournal, 'lines' | 'hashes'> = { lines: [], hashes: [] }) {
    this.lines = [...of.lines];
    this.hashes = [...of.hashes];
  }

  /** Adds a valid event, as a till's journal would. */
  add(event: JournalEvent, at: number): void {
    const { type, ...payload } = journalEvent.parse(event);
    this.addAny(type, JSON.stringify(payload), at);
  }

  addAny(type: string, payload: string, at: number): void {
    const fields: EventFields = [
      this.hashOf(this.last),
      this.last + 1,
      at,
      'terminal',
      'shop-told',
      'pos',
      type,
      payload,
    ];
    const line = eventLine(fields);
    this.lines.push(line);
    this.hashes.push(createHash('sha256').update(line).digest('hex'));
  }

  get last(): number {
    return this.lines.length;
  }

  hashOf(seq: number): string {
    return this.hashes[seq - 1] ?? NO_HASH;
  }

  upTo(seq: number): TestJournal {
    return new TestJournal({ lines: this.lines.slice(0, seq), hashes: this.hashes.slice(0, seq) });
  }
}

export const STATUS: Status = {
  appVersion: '1.0.0',
  environment: 'PROD',
  backlog: 0,
  skewMs: 0,
  clockKnown: true,
  keychain: 'ok',
  journal: 'ok',
  diskFree: 50e9,
  terminalId: 'terminal',
  posId: 'pos',
  shopId: 'shop',
};

/** Returns the call as sent by a till without CALL_HEADER. */
export function withoutCounter({ headers, ...request }: Request): Request {
  const { [CALL_HEADER]: _, ...others } = headers;
  return { ...request, headers: others };
}

export interface Request {
  readonly path: string;
  readonly body: Buffer;
  readonly headers: Record<string, string>;
}

/** A till's key and signed requests. */
export class TestTill {
  readonly #keys = generateKeyPairSync('ed25519');
  till = 0;
  counter = 0;

  get publicKey(): string {
    return this.#keys.publicKey.export({ format: 'jwk' }).x ?? '';
  }

  enrolment(code: string, more: object = {}): Request {
    const own = { terminalId: randomUUID(), posId: 'pos', publicKey: this.publicKey, appVersion: '1.0.0' };
    const { environment, merchantId } = ACCOUNT;
    const ask = { code, ...own, environment, merchants: [{ environment, merchantId }] };
    return this.sign(ENROL_PATH, JSON.stringify({ ...ask, ...more }));
  }

  batch(journal: TestJournal, after: number, upTo: number, sentAt: number, more: object = {}): Request {
    const header = { account: ACCOUNT, after, prevHash: journal.hashOf(after), sentAt, status: STATUS, ...more };
    return this.call('batches', batchBody(header, journal.lines.slice(after, upTo)));
  }

  call(call: Call, body: string | object): Request {
    return this.sign(pathOf(this.till, call), typeof body === 'string' ? body : JSON.stringify(body));
  }

  sign(path: string, text: string | Buffer): Request {
    const body = Buffer.from(text);
    const { privateKey } = this.#keys;
    this.counter += 1;
    const headers = {
      [SIGNATURE_HEADER]: signatureOf(path, body, privateKey),
      [CALL_HEADER]: callHeaderOf(path, body, this.counter, privateKey),
    };
    return { path, body, headers };
  }
}
