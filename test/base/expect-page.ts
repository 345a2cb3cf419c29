import { expect } from '@playwright/test';

/** Playwright's assertions about a page, as patient as it is itself with an element that a press waits for. */
export const expectPage = expect.configure({ timeout: 30_000 });
