import type { Page } from '@playwright/test';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Fixture, type FixtureOptions, startFixture } from './fixture-process.ts';

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

/** A fixture of the test that runs, and of no other. */
export async function ownFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const own = await startFixture(options);
  onTestFinished(() => own.stop());
  return own;
}
