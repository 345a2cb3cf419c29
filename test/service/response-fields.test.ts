import { expect, onTestFinished, test, vi } from 'vitest';
import { instant } from '../../main/service/response-fields.ts';

test.each(['UTC', 'Europe/Amsterdam', 'America/New_York'])('reads a time without zone as UTC in %s', (zone) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('TZ', zone);
  const at = Date.UTC(2026, 2, 9, 10, 15, 30);
  for (const text of ['2026-03-09T10:15:30', '2026-03-09T10:15:30Z', '2026-03-09T11:15:30+01:00'])
    expect(instant.parse(text)).toBe(at);
});
