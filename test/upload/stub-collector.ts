import { createHash } from 'node:crypto';
import { serviceError } from '../../main/service/service-error.ts';
import type { HttpRequest, HttpResponse, Transport } from '../../main/service/transport.ts';
import {
  type Account,
  asks,
  type BatchHeader,
  CALL_HEADER,
  ENROL_PATH,
  isSigned,
  NO_HASH,
  type Payout,
  readBatch,
  readCallHeader,
  revisionOf,
  type ShippedEvent,
  SIGNATURE_HEADER,
  type Status,
} from '../../main/upload/wire.ts';
import { type Loopback, serveHttp } from '../service/loopback-server.ts';

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json: unknown;
}

/** Fate of the next call: its response is lost, the request is lost, or the given reply is sent. */
type Fault = 'answer-lost' | 'not-arrived' | Reply;

interface Branch {
  readonly account: string;
  readonly events: ShippedEvent[];
  lastBatch: string;
}

const TILL = 7;
const refused = (status: number, code: string, more: object = {}): Reply => ({
  status,
  json: { code, message: code, ...more },
});

/** An in-memory collector that implements only the wire protocol. */
export class StubCollector {
  readonly branches: Branch[] = [];
  readonly payouts: Payout[] = [];
  readonly calls: string[] = [];
  /** Call counters of calls through `transport()`. */
  readonly counters: number[] = [];
  readonly statuses: Status[] = [];
  /** Faults of the coming calls, in order; undefined: no fault. */
  faults: (Fault | undefined)[] = [];
  codes = new Map<string, string | undefined>([['GOOD-CODE', undefined]]);
  publicKey = '';
  /** The merchants named by the last enrolment. */
  merchants: readonly object[] = [];
  settings: Record<string, unknown> = {};
  debtors = false;
  isEnded = false;
  sentAt = 0;

  events({ profileId }: Pick<Account, 'profileId'>): readonly ShippedEvent[] {
    return this.branches.findLast(({ account }) => account.includes(profileId))?.events ?? [];
  }

  answer(path: string, body: string, signature: string): Reply {
    const name = path === ENROL_PATH ? 'enrol' : (path.split('/')[4] ?? '');
    this.calls.push(name);
    if (name === 'enrol') return this.#enrol(body, signature);
    if (this.isEnded) return refused(410, 'till.ended');
    if (path.split('/')[3] !== String(TILL)) return refused(404, 'till.unknown');
    if (!isSigned(path, Buffer.from(body), signature, this.publicKey)) return refused(401, 'signature.wrong');
    switch (name) {
      case 'batches':
        return this.#batch(body);
      case 'cursor':
        return this.#cursor(body);
      case 'status':
        return this.#status(body);
      case 'settings':
        return { status: 200, json: { revision: revisionOf(this.settings), settings: this.settings } };
      case 'payouts':
        this.payouts.push(...asks.payouts.parse(JSON.parse(body)).payouts);
        return { status: 200, json: this.#wants };
      default:
        return refused(404, 'not-found');
    }
  }

  transport(): Transport {
    return {
      send: async (request) => this.#send(request),
      close: async () => undefined,
    };
  }

  serve(): Promise<Loopback> {
    return serveHttp((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const signature = String(request.headers[SIGNATURE_HEADER]);
        const answered = this.#faulty(request.url ?? '', Buffer.concat(pieces).toString(), signature);
        if (answered === undefined) return void request.socket.destroy();
        response.writeHead(answered.status, { 'content-type': 'application/json', ...answered.headers });
        response.end(JSON.stringify(answered.json));
      });
    });
  }

  #faulty(path: string, body: string, signature: string): Reply | undefined {
    const fault = this.faults.shift();
    if (fault === 'not-arrived') return undefined;
    if (typeof fault === 'object') return fault;
    const answered = this.answer(path, body, signature);
    return fault === 'answer-lost' ? undefined : answered;
  }

  #send({ path, body = '', headers }: HttpRequest): HttpResponse {
    const mark = readCallHeader(path, headers[CALL_HEADER] ?? '', this.publicKey);
    this.counters.push(typeof mark === 'string' ? 0 : mark.counter);
    const answered = this.#faulty(path, body, headers[SIGNATURE_HEADER] ?? '');
    if (answered === undefined) throw serviceError('network.reset', '');
    return {
      status: answered.status,
      headers: answered.headers ?? {},
      body: Buffer.from(JSON.stringify(answered.json)),
    };
  }

  #enrol(body: string, signature: string): Reply {
    const { code, publicKey, merchants } = asks.enrol.parse(JSON.parse(body));
    if (!isSigned(ENROL_PATH, Buffer.from(body), signature, publicKey)) return refused(401, 'signature.wrong');
    const usedBy = this.codes.get(code);
    if (!this.codes.has(code)) return refused(403, 'enrol.code-unknown');
    if (usedBy !== undefined && usedBy !== publicKey) return refused(403, 'enrol.code-used');
    this.codes.set(code, publicKey);
    [this.publicKey, this.merchants] = [publicKey, merchants];
    return { status: 201, json: { till: TILL, chain: 'Bakery' } };
  }

  get #wants() {
    const hasSettings = Object.keys(this.settings).length > 0;
    return { settings: hasSettings ? revisionOf(this.settings) : null, debtors: this.debtors };
  }

  #batch(body: string): Reply {
    const digest = createHash('sha256').update(body).digest('hex');
    const next = (branch: Branch) => ({ status: 200, json: { next: lastOf(branch).after + 1, ...this.#wants } });
    const again = this.branches.find(({ lastBatch }) => lastBatch === digest);
    if (again !== undefined) return next(again);
    let batch: ReturnType<typeof readBatch>;
    try {
      batch = readBatch(body);
    } catch {
      return refused(422, 'batch.broken');
    }
    const { header, events } = batch;
    const account = JSON.stringify(header.account);
    const branch = this.#branchFor(header, account);
    if (branch === undefined) return refused(409, 'batch.gap');
    if (header.sentAt > this.sentAt) this.statuses.push(header.status);
    this.sentAt = Math.max(this.sentAt, header.sentAt);
    branch.events.push(...events);
    branch.lastBatch = digest;
    return next(branch);
  }

  #branchFor({ after, prevHash }: BatchHeader, account: string): Branch | undefined {
    const own = this.branches.filter((branch) => branch.account === account);
    const head = own.find((branch) => lastOf(branch).after === after && lastOf(branch).prevHash === prevHash);
    if (head !== undefined) return head;
    const parent = own.find(({ events }) =>
      events.some(({ hash, fields }) => hash === prevHash && fields[1] === after),
    );
    if (parent === undefined && after > 0) return undefined;
    const branch = { account, events: parent?.events.filter(({ fields }) => fields[1] <= after) ?? [], lastBatch: '' };
    this.branches.push(branch);
    return branch;
  }

  #cursor(body: string): Reply {
    const { account, points } = asks.cursor.parse(JSON.parse(body));
    const own = this.branches.filter((branch) => branch.account === JSON.stringify(account));
    const isThere = ([seq, hash]: readonly [number, string]) =>
      own.some(({ events }) => events.some((event) => event.hash === hash && event.fields[1] === seq));
    const index = points.findIndex(isThere);
    const [after, prevHash] = points[index] ?? [0, NO_HASH];
    const above = points[index === -1 ? points.length - 1 : index - 1];
    return { status: 200, json: { after, prevHash, below: above?.[0] ?? null } };
  }

  #status(body: string): Reply {
    const { sentAt, status } = asks.status.parse(JSON.parse(body));
    if (sentAt <= this.sentAt) return refused(409, 'status.replayed', { sentAt: this.sentAt });
    this.sentAt = sentAt;
    this.statuses.push(status);
    return { status: 200, json: this.#wants };
  }
}

function lastOf({ events }: Branch): { readonly after: number; readonly prevHash: string } {
  const last = events.at(-1);
  return last === undefined ? { after: 0, prevHash: NO_HASH } : { after: last.fields[1], prevHash: last.hash };
}
