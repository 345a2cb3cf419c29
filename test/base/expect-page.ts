import { expect } from '@playwright/test';

/** Playwright's page assertions, with the same timeout as Playwright's own clicks. */
export const expectPage = expect.configure({ timeout: 30_000 });
