import { expect, test } from 'vitest';
import { startMode } from '../../main/settings/start-mode.ts';
import { liveSettings } from '../till/counter-till.ts';

const settings = liveSettings();
const checkout = { training: false, packaged: false };
const installed = { training: false, packaged: true };

test('a checkout that is not provisioned trains', () => {
  expect(startMode({}, checkout)).toBe('training');
});

test('an installed app that is not provisioned asks which of the two it is', () => {
  expect(startMode({}, installed)).toBe('undecided');
  expect(startMode({ mode: 'training' }, installed)).toBe('training');
});

test('a provisioned terminal runs live, installed or not', () => {
  expect(startMode({ settings }, installed)).toBe('live');
  expect(startMode({ settings, mode: 'live' }, checkout)).toBe('live');
});

test('a provisioned terminal trains when somebody chose it or the command line says so', () => {
  expect(startMode({ settings, mode: 'training' }, installed)).toBe('training');
  expect(startMode({ settings, mode: 'live' }, { ...installed, training: true })).toBe('training');
});
