import { expect, test } from 'vitest';
import { payerPage } from '../../main/windows/payer-page.ts';

const host = '127.0.0.1:40123';

test("allows pages on the embedded service's own port", () => {
  for (const page of ['http://127.0.0.1:40123/', 'http://127.0.0.1:40123/pay/1?a=b#c'])
    expect(payerPage(page, host)).toBe(page);
});

test.each([
  ['a name that begins like this machine', 'http://127.0.0.1.evil.test:40123/'],
  ['this machine as a user name', 'http://127.0.0.1:40123@evil.test/'],
  ['this machine as a user name, at the same port', 'http://127.0.0.1@evil.test:40123/'],
  ['a user name', 'http://user@127.0.0.1:40123/'],
  ['a user name and a password', 'http://user:word@127.0.0.1:40123/'],
  ['an empty user name', 'http://@127.0.0.1:40123/'],
  ['another port', 'http://127.0.0.1:40124/'],
  ['no port', 'http://127.0.0.1/'],
  ['this machine by IPv6', 'http://[::1]:40123/'],
  ['this machine by IPv6 with IPv4 in it', 'http://[::ffff:127.0.0.1]:40123/'],
  ['this machine by name', 'http://localhost:40123/'],
  ['another address of this machine', 'http://127.0.0.2:40123/'],
  ['every address', 'http://0.0.0.0:40123/'],
  ['the address as one number', 'http://2130706433:40123/'],
  ['the address in octal', 'http://0177.0.0.1:40123/'],
  ['the address in hexadecimal', 'http://0x7f.1:40123/'],
  ['a dot at the end', 'http://127.0.0.1.:40123/'],
  ['upper case', 'HTTP://127.0.0.1:40123/'],
  ['a backslash', 'http:\\\\127.0.0.1:40123\\'],
  ['one slash', 'http:/127.0.0.1:40123/'],
  ['a blank before it', ' http://127.0.0.1:40123/'],
  ['a line break in it', 'http://127.0.0.1:40123/\nx'],
  ['full-width digits', 'http://１27.0.0.1:40123/'],
  ['https', 'https://127.0.0.1:40123/'],
  ['a program of the system by its scheme', 'ms-msdt://127.0.0.1:40123/id'],
  ['a file', 'file://127.0.0.1:40123/etc/passwd'],
  ['a file here', 'file:///etc/passwd'],
  ['a script', 'javascript:alert(1)//127.0.0.1:40123/'],
  ['data', 'data:text/html,127.0.0.1:40123'],
  ['a page of the app', 'app://tillmate/till/index.html'],
  ['a share of a server', '\\\\evil.test\\share\\run.exe'],
  ['no address', '127.0.0.1:40123'],
  ['nothing', ''],
])('refuses %s', (_what, address) => {
  expect(payerPage(address, host)).toBeUndefined();
});

test.each(['payer.example:443', 'evil.test', '127.0.0.1', '127.0.0.1:', '[::1]:40123', ''])(
  'allows no page of %j, a service outside the app',
  (elsewhere) => {
    expect(payerPage(`http://${elsewhere}/`, elsewhere)).toBeUndefined();
  },
);
