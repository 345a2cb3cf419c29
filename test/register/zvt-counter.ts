import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ReceiptNumbers } from '../../main/register/receipt-numbers.ts';
import { decode } from '../../main/register/zvt/frames.ts';
import { Unconfirmed, type ZvtAlarm } from '../../main/register/zvt/settlement.ts';
import { listenForZvt, ZvtTerminal } from '../../main/register/zvt/terminal.ts';
import { freePort } from '../base/free-port.ts';
import { settle } from '../base/virtual-clock.ts';
import { silent } from '../sale/counter.ts';
import { CounterWithRegisters } from './counter-with-registers.ts';

export const zvt = { id: 'zvt', name: 'ZVT' };
export const PAY_420 = '06010704000000000420';
/** Turns of the event loop within which all effects of received data happen. */
const TURNS = 4;
const STEP_MS = 500;

/** A till whose ZVT port is a real socket. Time passes only in `pass`. */
export class ZvtCounter {
  readonly till: CounterWithRegisters;
  readonly alarms = new Map<string, ZvtAlarm>();
  trainingAlone = false;
  trainingShown = 0;
  /** Both ends of each connection. */
  readonly #clients = new Map<number, Socket>();
  readonly #servers = new Map<number, Socket>();
  readonly #file: string;
  readonly #port: number;
  #close: () => Promise<void> = async () => undefined;

  private constructor(folder: string, port: number, till: CounterWithRegisters) {
    this.#file = join(folder, 'zvt.json');
    this.#port = port;
    this.till = till;
  }

  /** Opens a till. `numbers`: count of receipt numbers used before. */
  static async open(folder: string, numbers = 0, till = new CounterWithRegisters()): Promise<ZvtCounter> {
    // As long as a real QR code is valid: longer than T4.
    till.counter.service.lifetimeMs = 300_000;
    const counter = new ZvtCounter(folder, await freePort(), till);
    await counter.listen(numbers);
    onTestFinished(() => counter.stop());
    return counter;
  }

  async listen(numbers = 0): Promise<void> {
    const receiptNumbers = new ReceiptNumbers({
      reserved: () => numbers,
      reserve: async () => undefined,
      log: silent,
    });
    await receiptNumbers.reserve();
    const terminal = new ZvtTerminal({
      payments: this.till.payments,
      register: zvt,
      receiptNumbers,
      unconfirmed: new Unconfirmed(this.#file, silent),
      alarms: {
        raise: (alarm) => this.alarms.set(alarm.key, alarm),
        stands: (key) => this.alarms.has(key),
        clear: (key) => this.alarms.delete(key),
        training: () => {
          this.trainingShown += 1;
        },
        trainingOver: () => undefined,
      },
      terminalId: Uint8Array.of(0x12, 0x34, 0x56, 0x78),
      isTrainingAlone: () => this.trainingAlone,
      shift: async () => 4_210,
      clock: this.till.counter.clock,
      random: this.till.counter.random,
      log: silent,
    });
    const connected = (socket: Socket) => {
      this.#servers.set(socket.remotePort ?? 0, socket);
      terminal.connected(socket);
    };
    this.#close = (await listenForZvt({ connected, close: () => terminal.close() }, this.#port)).close;
  }

  async stop(): Promise<void> {
    await this.#close();
    this.#close = async () => undefined;
  }

  async register(): Promise<TestRegister> {
    const socket = connect(this.#port, '127.0.0.1');
    await once(socket, 'connect');
    this.#clients.set(socket.localPort ?? 0, socket);
    onTestFinished(() => void socket.destroy());
    return new TestRegister(this, socket);
  }

  async pass(ms = 100): Promise<void> {
    for (let left = ms; left > 0; left -= STEP_MS) {
      await this.#arrived();
      await this.till.counter.clock.advance(Math.min(left, STEP_MS));
    }
    await this.#arrived();
  }

  /** Resolves once both sides have read all data and no effects are pending. */
  async #arrived(): Promise<void> {
    for (let quiet = 0; quiet < TURNS; quiet += 1) {
      await settle();
      if (![...this.#clients].every(([port, client]) => this.#isRead(port, client))) quiet = -1;
    }
  }

  #isRead(port: number, client: Socket): boolean {
    if (client.isPaused()) return true;
    const server = this.#servers.get(port);
    if (server === undefined) return false;
    if (client.destroyed || server.destroyed) return client.destroyed && server.destroyed;
    return client.bytesWritten === server.bytesRead && server.bytesWritten === client.bytesRead;
  }

  async customerPays(): Promise<void> {
    await this.pass(1_000);
    const { service } = this.till.counter;
    service.set(service.last.paymentId, 'SUCCEEDED', { debtor: { name: 'Zoë Peeters' } });
    await this.pass(3_000);
  }

  async serviceRefunds(status: 'REFUNDED' | 'FAILED' = 'REFUNDED'): Promise<void> {
    await this.pass(1_000);
    for (const refund of this.refunds) if (refund.status !== 'FAILED') refund.status = status;
    await this.pass(60_000);
  }

  openLines(): number {
    return [...this.#servers.values()].filter(({ destroyed }) => !destroyed).length;
  }

  get refunds() {
    return [...this.till.counter.service.refunds.values()];
  }

  get onScreen() {
    return this.till.open.sales.current();
  }
}

/** The register's end of a real connection. Confirms each message of the terminal, except those in `answers`. */
export class TestRegister {
  readonly got: string[] = [];
  /** Answers by class and instruction; an empty string: no answer. */
  readonly answers = new Map<string, string>();
  isClosed = false;
  readonly socket: Socket;
  readonly #counter: ZvtCounter;
  #rest: Uint8Array = new Uint8Array();

  constructor(counter: ZvtCounter, socket: Socket) {
    this.#counter = counter;
    this.socket = socket;
    socket
      .on('data', (bytes) => this.#receive(bytes))
      .on('error', () => undefined)
      .on('close', () => {
        this.isClosed = true;
      });
  }

  async send(hex: string, ms = 100): Promise<readonly string[]> {
    const before = this.got.length;
    this.socket.write(Buffer.from(hex, 'hex'));
    await this.#counter.pass(ms);
    return this.got.slice(before);
  }

  async hangUp(): Promise<void> {
    this.socket.destroy();
    await this.#counter.pass(1);
  }

  last(command: string): string | undefined {
    return this.got.findLast((frame) => frame.startsWith(command));
  }

  #receive(bytes: Uint8Array): void {
    const { frames, rest } = decode(Buffer.concat([this.#rest, bytes]));
    this.#rest = rest;
    for (const { command, data } of frames) {
      const name = command.toString(16).padStart(4, '0');
      const length = data.length < 255 ? data.length.toString(16).padStart(2, '0') : 'ff';
      this.got.push(`${name}${length}${Buffer.from(data).toString('hex')}`);
      if (command >> 8 >= 0x80) continue;
      this.socket.write(Buffer.from(this.answers.get(name) ?? '800000', 'hex'));
    }
  }
}
