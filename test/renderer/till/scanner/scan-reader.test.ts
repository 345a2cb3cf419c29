import { describe, expect, test } from 'vitest';
import { createScanReader, type Reading } from '../../../../renderer/till/scanner/scan-reader.ts';
import fc from '../../../base/properties.ts';

const EAN8 = '96385074';

/** Presses keys with the pause before each, ms. */
function reader() {
  const scans = createScanReader();
  let at = 1_000;
  const press = (key: string, after: number, more: object = {}): Reading => {
    at += after;
    return scans.read({ key, at, repeat: false, command: false, ...more });
  };
  const type = (text: string, after: number): Reading[] => [...text].map((key) => press(key, after));
  return { scans, press, type };
}

describe('a scan', () => {
  test('begins with the fourth character and includes its Enter', () => {
    const { scans, press, type } = reader();
    expect(type(EAN8, 5)).toEqual(['hand', 'hand', 'hand', 'began', 'goes-on', 'goes-on', 'goes-on', 'goes-on']);
    expect(press('Enter', 5)).toBe('over');
    expect(scans.text).toBe(EAN8);
  });

  test.each(['Enter', 'Tab'])('of three characters is recognised by its %s', (end) => {
    const { scans, press, type } = reader();
    type('125', 8);
    expect(press(end, 8)).toBe('began');
    expect(scans.text).toBe('125');
  });

  test('swallows both carriage return and line feed', () => {
    const { press, type } = reader();
    type(EAN8, 5);
    expect([press('Enter', 5), press('Enter', 5), press('Tab', 5)]).toEqual(['over', 'over', 'over']);
    expect(press('Enter', 400)).toBe('hand');
  });

  test('may hold Shift for capital letters', () => {
    const { scans, press } = reader();
    for (const key of ['Shift', 'A', 'Shift', 'B', '1', 'Shift', 'C', 'D']) press(key, 6);
    expect(press('Enter', 6)).toBe('over');
    expect(scans.text).toBe('AB1CD');
  });

  test('allows 30 ms between keys and 100 before the end', () => {
    const { scans, press, type } = reader();
    type(EAN8, 30);
    expect(press('Enter', 100)).toBe('over');
    expect(scans.text).toBe(EAN8);
    type('125', 30);
    expect(press('Enter', 30)).toBe('began');
  });

  test('keeps its text when cut off before manual typing', () => {
    const { scans, press, type } = reader();
    type('96385', 5);
    expect(scans.text).toBe('96385');
    expect(press('1', 90)).toBe('hand');
    expect(press('Enter', 90)).toBe('hand');
    expect(scans.text).toBe('');
  });

  test('ends before keys typed right after', () => {
    const { scans, press, type } = reader();
    type(EAN8, 5);
    press('Enter', 5);
    expect([...type('12,50', 70), press('Enter', 70)]).toEqual(['hand', 'hand', 'hand', 'hand', 'hand', 'hand']);
    expect(scans.text).toBe('');
  });

  test('after manual typing begins with its own first character', () => {
    const { scans, press, type } = reader();
    type('12', 120);
    press('9', 120);
    expect(scans.fresh).toBe(true);
    type('6385074', 4);
    expect(scans.text).toBe(EAN8);
  });

  test('can follow a scan', () => {
    const { scans, press, type } = reader();
    type(EAN8, 5);
    press('Enter', 5);
    type('4006381333931', 5);
    expect(scans.text).toBe('4006381333931');
  });
});

describe('typing by hand', () => {
  test.each([
    ['a typist at a numeric keypad, 12 keys a second', 83],
    ['the quickest of them', 45],
  ])('%s, never looks like a scanner', (_who, between) => {
    const { press, type } = reader();
    expect([...type('1234567890', between), press('Enter', between)]).not.toContain('began');
  });

  test('may hold Shift for each letter', () => {
    const { press } = reader();
    for (const key of 'TABLE') {
      press('Shift', 40);
      expect(press(key, 20)).toBe('hand');
    }
  });

  test('may press two keys at nearly the same time', () => {
    const { press } = reader();
    expect([press('1', 90), press('2', 3), press('5', 90), press('0', 3), press('Enter', 90)]).toEqual(
      Array(5).fill('hand'),
    );
  });

  test('may hold a key down', () => {
    const { press } = reader();
    press('9', 90);
    const held = Array.from({ length: 20 }, () => press('9', 28, { repeat: true }));
    expect(held).toEqual(Array(20).fill('hand'));
    expect(press('Enter', 20)).toBe('hand');
  });

  test('presses Enter twice', () => {
    const { press } = reader();
    expect([press('5', 200), press('Enter', 200), press('Enter', 10)]).toEqual(['hand', 'hand', 'hand']);
  });

  test('is recognised whenever keys are over 30 ms apart', () => {
    const keys = fc.array(
      fc.tuple(fc.constantFrom('1', '9', ',', 'Enter', 'Tab', 'Backspace'), fc.integer({ min: 31, max: 300 })),
    );
    fc.assert(
      fc.property(keys, (pressed) => {
        const { press } = reader();
        expect(pressed.map(([key, after]) => press(key, after))).toEqual(pressed.map(() => 'hand'));
      }),
    );
  });
});
