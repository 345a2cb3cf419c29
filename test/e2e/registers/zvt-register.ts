import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { digits, readStatus, readTextBlock, type Status } from './zvt-fields.ts';

/** PA00P016, 5.2.5: the time in which the terminal takes a command. */
const T3_MS = 5_000;
/** PA00P016, 5.2.6: the longest silence of the terminal while a command runs. */
const T4_MS = 180_000;

const CONFIRMATION = Buffer.from('800000', 'hex');
const PASSWORD = Buffer.alloc(3);

/** End of a command, and the messages before it. */
export interface Outcome {
  /** `completed` by `06 0F`, `aborted` by `06 1E`, `refused` by `84 xx`. */
  readonly end: 'completed' | 'aborted' | 'refused';
  /** The result code of `06 1E`, or the second byte of `84 xx`; hex. */
  readonly code: string;
  readonly statuses: readonly Status[];
  /** Data of the intermediate statuses (`04 FF`), as hex. */
  readonly progress: readonly string[];
  /** Lines of the receipts, from `06 D1` and `06 D3`. */
  readonly printed: readonly string[];
}

interface Running {
  readonly command: Buffer;
  readonly statuses: Status[];
  readonly printed: string[];
  readonly progress: string[];
  readonly ended: PromiseWithResolvers<Outcome>;
}

/**
 * Cash register with ZVT over TCP: an independent reading of PA00P015 13.08 and PA00P016. A command during a running
 * command is queued: it follows in the same segment as the confirmation of `06 0F` or `06 1E`.
 */
export class ZvtRegister {
  readonly #socket: Socket;
  readonly #segmentBytes: number;
  readonly #commands: Running[] = [];
  /** Handlers of the answers `80 00` and `84 xx` to come, in order. */
  readonly #unanswered: ((answer: Buffer) => void)[] = [];
  #received = Buffer.alloc(0);
  #patience: NodeJS.Timeout | undefined;

  private constructor(socket: Socket, segmentBytes: number) {
    this.#socket = socket;
    this.#segmentBytes = segmentBytes;
    socket.setNoDelay(true);
    socket.on('data', (bytes) => {
      // An invalid message ends the connection.
      try {
        this.#take(bytes);
      } catch (thrown) {
        this.#fail(thrown);
      }
    });
    socket.on('error', (fault) => this.#fail(fault));
    socket.on('close', () => this.#fail(new Error('The terminal closed the line.')));
  }

  /** @param segmentBytes maximum per segment; 1 sends commands byte by byte. */
  static async connect(port: number, segmentBytes = 1_460): Promise<ZvtRegister> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new ZvtRegister(socket, segmentBytes);
  }

  /** 2.1: euros, intermediate status, receipts printed by the register as text blocks. */
  register(): Promise<Outcome> {
    const texts = Buffer.from([0x06, 0x06, 0x26, 0x04, 0x0a, 0x02, 0x06, 0xd3]);
    return this.#run(0x00, PASSWORD, Buffer.from([0x8e, 0x09, 0x78, 0x03, 0x00]), texts);
  }

  /** 2.2 */
  authorise(cents: number): Promise<Outcome> {
    return this.#run(0x01, amount(cents));
  }

  /** 2.20, with status information (service byte 01). */
  repeatReceipt(): Promise<Outcome> {
    return this.#run(0x20, PASSWORD, Buffer.from([0x03, 0x01]));
  }

  /** 2.9: the whole payment with this receipt number. */
  reverse(receipt: string, cents: number): Promise<Outcome> {
    return this.#run(0x30, PASSWORD, receiptNumber(receipt), amount(cents), Buffer.from([0x49, 0x09, 0x78]));
  }

  /** 2.15 with BMP 87, an addition of docs/register.md. */
  refund(receipt: string, cents: number): Promise<Outcome> {
    return this.#run(0x31, PASSWORD, receiptNumber(receipt), amount(cents));
  }

  /** 2.23: the end comes as the outcome of the command that runs. Resolves with the terminal's answer, as hex. */
  async abort(): Promise<string> {
    const answered = Promise.withResolvers<string>();
    this.#unanswered.push((answer) => answered.resolve(answer.toString('hex')));
    await this.#write(Buffer.from('06b000', 'hex'));
    return answered.promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #run(instruction: number, ...data: readonly Buffer[]): Promise<Outcome> {
    const body = Buffer.concat(data);
    const command = Buffer.concat([Buffer.from([0x06, instruction, body.length]), body]);
    const ended = Promise.withResolvers<Outcome>();
    this.#commands.push({ command, ended, statuses: [], printed: [], progress: [] });
    if (this.#commands.length === 1) this.#send(Buffer.alloc(0), command);
    return ended.promise;
  }

  #send(before: Buffer, command: Buffer): void {
    this.#unanswered.push((answer) => {
      if (answer.readUInt8(0) === 0x84 && answer.readUInt8(1) !== 0) this.#end('refused', answer.subarray(1, 2));
      else this.#wait(T4_MS);
    });
    this.#wait(T3_MS);
    void this.#write(Buffer.concat([before, command])).catch((thrown: unknown) => this.#fail(thrown));
  }

  async #write(bytes: Buffer): Promise<void> {
    for (let at = 0; at < bytes.length; at += this.#segmentBytes) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const segment = bytes.subarray(at, at + this.#segmentBytes);
      this.#socket.write(segment, (fault) => (fault ? reject(fault) : resolve()));
      await promise;
    }
  }

  /** Cuts the stream into APDUs: two bytes, then the length in one byte, or `FF` and two bytes, the low one first. */
  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    while (this.#received.length >= 3) {
      const isExtended = this.#received[2] === 0xff;
      if (isExtended && this.#received.length < 5) return;
      const from = isExtended ? 5 : 3;
      const to = from + (isExtended ? this.#received.readUInt16LE(3) : this.#received.readUInt8(2));
      if (this.#received.length < to) return;
      const frame = this.#received.subarray(0, to);
      this.#received = this.#received.subarray(to);
      this.#handle(frame, frame.subarray(from));
    }
  }

  #handle(frame: Buffer, data: Buffer): void {
    const first = frame.readUInt8(0);
    const isAnswer = first === 0x80 || first === 0x84;
    const answered = isAnswer ? this.#unanswered.shift() : undefined;
    const [running] = this.#commands;
    if (answered !== undefined) answered(frame);
    else if (isAnswer || running === undefined) throw new Error(`Not expected: ${frame.toString('hex')}`);
    else this.#obey(frame.toString('hex', 0, 2), data, running);
  }

  /** The terminal is master from its `80 00 00` until `06 0F` or `06 1E`. */
  #obey(message: string, data: Buffer, { statuses, printed, progress }: Running): void {
    if (message === '060f') this.#end('completed', Buffer.from([0]));
    else if (message === '061e') this.#end('aborted', data.subarray(0, 1));
    else {
      if (message === '040f') statuses.push(readStatus(data));
      else if (message === '04ff') progress.push(data.toString('hex'));
      else if (message === '06d1') printed.push(data.toString('latin1', 1));
      else if (message === '06d3') printed.push(...readTextBlock(data));
      else throw new Error(`Not known: ${message}`);
      this.#wait(T4_MS);
      this.#socket.write(CONFIRMATION);
    }
  }

  #end(end: Outcome['end'], code: Buffer): void {
    clearTimeout(this.#patience);
    const running = this.#commands.shift();
    const [next] = this.#commands;
    const confirmation = end === 'refused' ? Buffer.alloc(0) : CONFIRMATION;
    if (next !== undefined) this.#send(confirmation, next.command);
    else if (confirmation.length > 0) this.#socket.write(confirmation);
    if (running === undefined) return;
    const { ended, statuses, printed, progress } = running;
    ended.resolve({ end, code: code.toString('hex'), statuses, printed, progress });
  }

  #wait(ms: number): void {
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => this.#fail(new Error(`The terminal said nothing for ${ms} ms.`)), ms);
  }

  #fail(reason: unknown): void {
    clearTimeout(this.#patience);
    this.#socket.destroy();
    for (const { ended } of this.#commands.splice(0)) ended.reject(reason);
  }
}

function amount(cents: number): Buffer {
  return Buffer.concat([Buffer.from([0x04]), digits(cents, 6)]);
}

function receiptNumber(receipt: string): Buffer {
  return Buffer.concat([Buffer.from([0x87]), Buffer.from(receipt, 'hex')]);
}
