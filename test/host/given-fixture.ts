import type { Page } from '@playwright/test';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Fixture, type FixtureOptions, startFixture } from './fixture-process.ts';

export let fixture: Fixture;
export let page: Page;

/** Starts one fixture for all tests of the file or of the calling describe. */
export function givenFixture(): void {
  beforeAll(async () => {
    fixture = await startFixture();
    page = await fixture.page('/');
  });
  afterAll(() => fixture.stop());
}

/** Starts a fixture for the running test only. */
export async function ownFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const own = await startFixture(options);
  onTestFinished(() => own.stop());
  return own;
}
