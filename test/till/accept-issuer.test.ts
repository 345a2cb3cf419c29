import { describe, expect, test } from 'vitest';
import type { IssuerSeen } from '../../main/service/issuer-match.ts';
import { withAcceptedIssuer } from '../../main/till/issuer-watch.ts';
import { settingsFor } from '../service/client-under-test.ts';
import { config } from '../service/vectors.ts';

const shouted = config.issuer.toUpperCase();
const seen = (of: IssuerSeen['of'], got: string): IssuerSeen => ({ of, expected: config.issuer, got });
const settings = settingsFor({ reconciliationIssuer: 'Lists' });

test('the name of the service is taken over, and nothing else of the settings changes', () => {
  const next = withAcceptedIssuer(settings, seen('service', shouted), shouted);
  expect(next).toEqual({ ...settings, service: { ...settings.service, issuer: shouted } });
});

test('so is the name that the lists are signed with', () => {
  const next = withAcceptedIssuer(settings, seen('reconciliation', 'LISTS'), 'LISTS');
  expect(next).toEqual({ ...settings, tuning: { ...settings.tuning, reconciliationIssuer: 'LISTS' } });
});

describe('nothing is taken over', () => {
  test.each<readonly [string, IssuerSeen | undefined, string]>([
    ['that the till was not told', undefined, shouted],
    ['but what the till was told', seen('service', shouted), config.issuer],
    ['that is another name', seen('service', 'Mallory'), 'Mallory'],
    ['that is the name of the other setting', seen('service', 'LISTS'), 'LISTS'],
  ])('%s', (_name, told, issuer) => {
    expect(() => withAcceptedIssuer(settings, told, issuer)).toThrow(
      expect.objectContaining({ code: 'issuer.not-told' }),
    );
  });

  test('where no name is set', () => {
    expect(() => withAcceptedIssuer(settingsFor(), seen('reconciliation', 'LISTS'), 'LISTS')).toThrow(
      expect.objectContaining({ code: 'issuer.not-told' }),
    );
  });
});
