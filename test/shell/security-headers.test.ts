import { expect, test } from 'vitest';
import { securityHeaders } from '../../main/shell/app-urls.ts';

test('no page may reach any network, frame anything or run a script that is not a file of ours', () => {
  const policy = securityHeaders('text/html')['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toContain('connect-src');
  expect(policy).not.toContain('unsafe-eval');
  expect(securityHeaders('text/html')['x-content-type-options']).toBe('nosniff');
});
