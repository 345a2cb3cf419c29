import { describe, expect, it, test } from 'vitest';
import { field, fromBcd, readFields, toBcd, writeFields } from '../../main/register/zvt/fields.ts';
import { commands, decode, encode, messages } from '../../main/register/zvt/frames.ts';
import { encodeText } from '../../main/register/zvt/registration.ts';
import fc from '../base/properties.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const frame = fc.record({
  command: fc.integer({ min: 0, max: 0xffff }),
  data: fc.uint8Array({ maxLength: 600 }),
});

describe('a ZVT frame', () => {
  it('is class, instruction, length and data', () => {
    const data = bytes('04 00 00 00 00 04 20');
    expect(encode({ command: commands.authorisation, data })).toEqual(bytes('06 01 07 04 00 00 00 00 04 20'));
  });

  it('has an extended length from 255 bytes on', () => {
    const data = new Uint8Array(300);
    expect(encode({ command: messages.statusInformation, data }).slice(0, 5)).toEqual(bytes('04 0f ff 2c 01'));
  });

  it('is decoded however the stream is split', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 4 }), fc.integer({ min: 1, max: 50 }), (sent, size) => {
        const stream = Buffer.concat(sent.map(encode));
        const got = [];
        let rest: Uint8Array = new Uint8Array();
        for (let at = 0; at < stream.length; at += size) {
          const { frames, rest: left } = decode(Buffer.concat([rest, stream.subarray(at, at + size)]));
          got.push(...frames);
          rest = left;
        }
        expect(got.map(({ command, data }) => ({ command, data: [...data] }))).toEqual(
          sent.map(({ command, data }) => ({ command, data: [...data] })),
        );
        expect(rest).toHaveLength(0);
      }),
    );
  });
});

describe('the fields of a frame', () => {
  it('are read by their numbers', () => {
    const read = readFields(bytes('04 00 00 00 00 04 20 49 09 78 06 03 1f 5b 00 3c f0 f0 f2 41 42'));
    expect(fromBcd(read?.get(field.amount) ?? new Uint8Array())).toBe(420);
    expect(read?.get(field.currency)).toEqual(bytes('09 78'));
    expect(read?.get(field.text)).toEqual(bytes('41 42'));
  });

  it('survive a round trip', () => {
    const written = fc.record({
      amount: fc.integer({ min: 0, max: 999_999_999_999 }),
      text: fc.string({ maxLength: 99 }),
    });
    fc.assert(
      fc.property(written, ({ amount, text }) => {
        const fields = [
          [field.amount, toBcd(amount, 6)],
          [field.text, Buffer.from(text, 'latin1')],
        ] as const;
        const read = readFields(writeFields(fields));
        expect(fromBcd(read?.get(field.amount) ?? new Uint8Array())).toBe(amount);
        expect(Buffer.from(read?.get(field.text) ?? []).toString('latin1')).toBe(
          Buffer.from(text, 'latin1').toString('latin1'),
        );
      }),
    );
  });

  it.each([
    ['a number that nobody knows', 'ee 00'],
    ['a value that is cut off', '04 00 00'],
    ['a length without its digits', '3c f0 41 f2'],
    ['a container that is cut off', '06 82 01'],
    ['a container that says nothing of its length', '06 84 00 00 00 01'],
  ])('are rejected with %s', (_what, hex) => {
    expect(readFields(bytes(hex))).toBeUndefined();
  });

  it('are read from any bytes without throwing', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (any) => void readFields(any)));
  });

  it('reject invalid digits and values that do not fit', () => {
    expect(fromBcd(bytes('0a'))).toBeUndefined();
    expect(() => toBcd(100, 1)).toThrow(RangeError);
    expect(() => writeFields([[field.currency, bytes('09')]])).toThrow(RangeError);
    expect(() => writeFields([[field.text, new Uint8Array(1_000)]])).toThrow(RangeError);
  });
});

test.each([
  ['CP437', 'Zoë · Größe', '5a6f8920fa204772' + '94e165'],
  ['the base letter', 'Łódź ő', '3fa2647a206f'],
  ['a question mark', '日', '3f'],
])('a text is sent as %s', (_how, text, hex) => {
  expect(Buffer.from(encodeText(text)).toString('hex')).toBe(hex);
});
