import type { Page } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { type Fixture, startFixture } from './fixture-process.ts';

export let fixture: Fixture;
/** Its first window. */
export let page: Page;

/** One fixture for all tests of the file, or of the describe that calls it. */
export function givenFixture(): void {
  beforeAll(async () => {
    fixture = await startFixture();
    page = await fixture.page('/');
  });
  afterAll(() => fixture.stop());
}
