import { expect, test } from 'vitest';
import { terminalSettings } from '../../main/settings/settings.ts';
import { terminalView } from '../../main/settings/terminal-view.ts';
import { provisioningFile } from './sample-provisioning-file.ts';

function viewOf(till: object) {
  const { keys: _keys, managerPin: _pin, ...fields } = provisioningFile();
  const settings = terminalSettings.parse({ ...fields, till });
  return terminalView({ mode: 'live', settings, keychain: 'ok', pinSet: false, provisioned: true });
}

test("the POS's own code may hang on the counter", () => {
  expect(viewOf({ chargeWith: 'static-qr', sticker: true }).sticker).toBe(true);
});

test('a code made for each payment is on the display, whatever was said of a sticker before', () => {
  expect(viewOf({ chargeWith: 'payment', sticker: true })).toMatchObject({ chargeWith: 'payment', sticker: false });
});
