import { describe, expect, test } from 'vitest';
import { counterCode, counterCodeField } from '../../../preload/contract/setting-values.ts';

const TEMPLATE = 'https://pay.example/l/1/{profileId}/{posId}';

describe('counter code', () => {
  test('fills the profile and POS into the template', () => {
    const profileId = '5f1a0c3b9d2e4f6a7b8c9d0e';
    expect(counterCode(TEMPLATE, profileId, 'TILL42')).toBe(`https://pay.example/l/1/${profileId}/TILL42`);
    expect(counterCode(TEMPLATE, '$& /', 'A')).toBe('https://pay.example/l/1/%24%26%20%2F/A');
  });

  test.each([
    [TEMPLATE, undefined, 'the published form'],
    ['http://127.0.0.1:8471/l/1/{profileId}/{posId}', undefined, 'the sandbox'],
    ['http://pay.example/l/1/{profileId}/{posId}', 'url.https-or-loopback', 'no TLS'],
    ['https://pay.example/l/1/{profileId}', 'counter-code.marks', 'every POS would share one code'],
    ['https://pay.example/l/1/{posId}', 'counter-code.marks', 'every shop would share one code'],
    ['https://{posId}.example/{profileId}', 'counter-code.marks', 'a POS id would choose the server'],
    ['https://pay.example/{profileId', 'counter-code.marks', 'an open brace'],
    ['pay.example', 'url.https-or-loopback', 'no link'],
  ])('%s: %s (%s)', (template, fault, _reason) => {
    expect(counterCodeField.safeParse(template).error?.issues[0]?.message).toBe(fault);
  });
});
