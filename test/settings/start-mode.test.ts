import { expect, test } from 'vitest';
import { startMode } from '../../main/settings/start-mode.ts';
import { liveSettings } from '../till/counter-till.ts';

const settings = liveSettings();
const installed = { training: false, packaged: true };

test.each([
  ['a checkout that is not provisioned trains', {}, { packaged: false }, 'training'],
  ['an installed app that is not provisioned asks which of the two it is', {}, {}, 'undecided'],
  ['somebody has chosen', { mode: 'training' }, {}, 'training'],
  ['a provisioned terminal runs live, installed', { settings }, {}, 'live'],
  ['or not', { settings, mode: 'live' }, { packaged: false }, 'live'],
  ['but trains when somebody chose it', { settings, mode: 'training' }, {}, 'training'],
  ['or the command line says so', { settings, mode: 'live' }, { training: true }, 'training'],
] as const)('%s', (_what, file, started, mode) => {
  expect(startMode(file, { ...installed, ...started })).toBe(mode);
});
