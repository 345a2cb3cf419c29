import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { jsonOrUndefined } from '../base/json-syntax.ts';
import { TillError } from '../base/till-error.ts';

/** A file within a backup. The fixed form of names prevents unpacking outside the target folder. */
export interface Entry {
  readonly name: string;
  readonly bytes: number;
  content(): AsyncIterable<Uint8Array>;
}

const entryHead = z.object({
  name: z.string().regex(/^[a-z-]+\.json$|^pictures\/[0-9a-f]{64}\.png$|^journals\/[\w-]{1,200}\/journal\.sqlite$/),
  bytes: z.int().min(0),
});

export function textEntry(name: string, value: object): Entry {
  const text = Buffer.from(JSON.stringify(value), 'utf8');
  return {
    name,
    bytes: text.length,
    async *content() {
      yield text;
    },
  };
}

/** The file at `path` must not change meanwhile. */
export function fileEntry(name: string, path: string, bytes: number): Entry {
  return { name, bytes, content: () => createReadStream(path) };
}

/** Each entry begins with a head: length (4 bytes, big-endian), then JSON. */
export async function* joinEntries(entries: Iterable<Entry>): AsyncGenerator<Uint8Array> {
  for (const { name, bytes, content } of entries) {
    const head = Buffer.from(JSON.stringify(entryHead.parse({ name, bytes })), 'utf8');
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(head.length);
    yield Buffer.concat([length, head]);
    let left = bytes;
    for await (const chunk of content()) {
      left -= chunk.length;
      yield chunk;
    }
    if (left !== 0) throw new Error(`${name} changed while it was read`);
  }
}

const LENGTH_BYTES = 4;
const LONGEST_HEAD = 4_096;

export interface Sink {
  write(chunk: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** Writes each entry in order to the sink that `open` returns for its name. Throws `TillError` `backup.damaged`. */
export async function splitEntries(
  stream: AsyncIterable<Uint8Array>,
  open: (name: string, bytes: number) => Promise<Sink>,
): Promise<void> {
  let held = Buffer.alloc(0);
  let sink: Sink | undefined;
  let left = 0;
  for await (const chunk of stream) {
    held = held.length === 0 ? Buffer.from(chunk) : Buffer.concat([held, chunk]);
    for (;;) {
      if (sink !== undefined) {
        const part = held.subarray(0, Math.min(left, held.length));
        await sink.write(part);
        left -= part.length;
        held = held.subarray(part.length);
        if (left > 0) break;
        await sink.end();
        sink = undefined;
      }
      const head = headOf(held);
      if (head === undefined) break;
      held = held.subarray(head.length);
      left = head.bytes;
      sink = await open(head.name, head.bytes);
    }
  }
  if (sink !== undefined || held.length > 0) throw damaged();
}

function headOf(held: Buffer) {
  if (held.length < LENGTH_BYTES) return undefined;
  const length = held.readUInt32BE(0);
  if (length > LONGEST_HEAD) throw damaged();
  if (held.length < LENGTH_BYTES + length) return undefined;
  const read = entryHead.safeParse(jsonOrUndefined(held.toString('utf8', LENGTH_BYTES, LENGTH_BYTES + length)));
  if (read.data === undefined) throw damaged();
  return { ...read.data, length: LENGTH_BYTES + length };
}

function damaged(): TillError {
  return new TillError('backup.damaged', 'Unexpected content of the backup');
}
