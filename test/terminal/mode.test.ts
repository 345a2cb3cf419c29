import { expect, test } from 'vitest';
import { modeOf } from '../../main/terminal/mode.ts';
import { terminalSettings } from '../../main/terminal/settings.ts';
import { provisioningFile } from './provisioning-file.ts';

const { keys: _keys, managerPin: _pin, ...fields } = provisioningFile();
const settings = terminalSettings.parse(fields);
const checkout = { training: false, packaged: false };
const installed = { training: false, packaged: true };

test('a checkout that is not provisioned trains', () => {
  expect(modeOf({}, checkout)).toBe('training');
});
test('an installed app that is not provisioned asks which of the two it is', () => {
  expect(modeOf({}, installed)).toBe('undecided');
  expect(modeOf({ mode: 'training' }, installed)).toBe('training');
});
test('a provisioned terminal runs live, installed or not', () => {
  expect(modeOf({ settings }, installed)).toBe('live');
  expect(modeOf({ settings, mode: 'live' }, checkout)).toBe('live');
});
test('a provisioned terminal trains when somebody chose it or the command line says so', () => {
  expect(modeOf({ settings, mode: 'training' }, installed)).toBe('training');
  expect(modeOf({ settings, mode: 'live' }, { ...installed, training: true })).toBe('training');
});
