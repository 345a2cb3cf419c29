import { describe, expect, test } from 'vitest';
import { withAcceptedIssuer } from '../../main/till/accept-issuer.ts';
import type { Notice } from '../../preload/views.ts';
import { settingsFor } from '../service/client-under-test.ts';
import { config } from '../service/vectors.ts';

const shouted = config.issuer.toUpperCase();
const told = (id: string, got: string, action: Notice['action'] = 'accept-issuer'): Notice => ({
  id,
  code: 'issuer.renamed',
  severity: 'alarm',
  values: { expected: config.issuer, got },
  action,
});
const settings = settingsFor({ reconciliationIssuer: 'Lists' });

test('the name of the service is taken over, and nothing else of the settings changes', () => {
  const next = withAcceptedIssuer(settings, [told('issuer.service', shouted)], {
    id: 'issuer.service',
    issuer: shouted,
  });
  expect(next).toEqual({ ...settings, service: { ...settings.service, issuer: shouted } });
});

test('so is the name that the lists are signed with', () => {
  const accepted = { id: 'issuer.reconciliation', issuer: 'LISTS' };
  const next = withAcceptedIssuer(settings, [told('issuer.reconciliation', 'LISTS')], accepted);
  expect(next).toEqual({ ...settings, tuning: { ...settings.tuning, reconciliationIssuer: 'LISTS' } });
});

describe('nothing is taken over', () => {
  test.each<readonly [string, readonly Notice[], { id: string; issuer: string }]>([
    ['that the till was not told', [], { id: 'issuer.service', issuer: shouted }],
    ['but what the till was told', [told('issuer.service', shouted)], { id: 'issuer.service', issuer: config.issuer }],
    ['under another notice', [told('other', shouted)], { id: 'issuer.service', issuer: shouted }],
    [
      'of a notice about something else',
      [told('issuer.service', shouted, 'dismiss')],
      { id: 'issuer.service', issuer: shouted },
    ],
    ['that is another name', [told('issuer.service', 'Mallory')], { id: 'issuer.service', issuer: 'Mallory' }],
    [
      'that is the name of the other setting',
      [told('issuer.service', 'LISTS')],
      { id: 'issuer.service', issuer: 'LISTS' },
    ],
  ])('%s', (_name, notices, accepted) => {
    expect(() => withAcceptedIssuer(settings, notices, accepted)).toThrow(
      expect.objectContaining({ code: 'issuer.not-told' }),
    );
  });

  test('where no name is set', () => {
    const accepted = { id: 'issuer.reconciliation', issuer: 'LISTS' };
    const notices = [told('issuer.reconciliation', 'LISTS')];
    expect(() => withAcceptedIssuer(settingsFor(), notices, accepted)).toThrow(
      expect.objectContaining({ code: 'issuer.not-told' }),
    );
  });
});
