import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import { describe, expect, test } from 'vitest';
import { expectPage } from '../base/expect-page.ts';
import { samplePng } from '../base/sample-png.ts';
import type { Opening, OpenWindow } from './open-windows.ts';
import { answerLater, answerWith, callsTo, refusal } from './recorded-calls.ts';
import { live, sale, storedSettings } from './sample-snapshots.ts';
import { expectCalls, windows } from './windows.ts';

const kept = `b${'0'.repeat(63)}.png`;
const keeping = { 'settings.picture.keep': { name: kept } };

async function openPart(answers: Opening['answers'] = keeping): Promise<OpenWindow> {
  const window = await windows.till(live(), {
    answers: { ...storedSettings, ...answers },
    view: ['Settings', 'Display'],
  });
  await window.page.getByRole('button', { name: 'Choose a picture: Logo' }).waitFor();
  return window;
}

const choose = (page: Page, buffer: Buffer, place = 0, file = { name: 'logo.png', mimeType: 'image/png' }) =>
  page
    .locator('input[type="file"]')
    .nth(place)
    .setInputFiles({ ...file, buffer });

/** Width and height of each picture sent to main, read from the PNG header. */
async function sent(window: OpenWindow): Promise<readonly (readonly [number, number])[]> {
  const asked = (await callsTo(window, 'settings.picture.keep')) as { readonly png: string }[];
  return asked.map(({ png }) => {
    const bytes = Buffer.from(png, 'base64');
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  });
}

/** Returns a picture of the given MIME type, encoded by the browser. */
async function written(page: Page, type: string): Promise<Buffer> {
  const base64 = await page.evaluate(async (kind) => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
    const blob = await canvas.convertToBlob({ type: kind });
    return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
  }, type);
  return Buffer.from(base64, 'base64');
}

describe('a picture of the customer display', () => {
  test.each([
    ['a large one is made small', [1024, 600], [512, 300]],
    ['a small one stays as it is', [64, 20], [64, 20]],
  ] as const)('%s, shown, and saved under the name from main', async (_what, [width, height], size) => {
    const window = await openPart();
    await choose(window.page, samplePng(width, height));
    await expect.poll(() => sent(window)).toEqual([size]);
    const shown = window.page.getByRole('tabpanel').locator('img');
    await expectPage(shown).toBeVisible();
    await window.page.getByRole('button', { name: 'No picture: Logo' }).click();
    await expectPage(shown).toHaveCount(0);
    // The same file again.
    await choose(window.page, samplePng(width, height));
    await expectPage(shown).toBeVisible();
    await window.page.getByRole('button', { name: 'Save' }).click();
    await expectCalls(window, 'settings.counter.save').toMatchObject([
      { counter: { display: { logo: kept, thanksSeconds: 10 } } },
    ]);
    expect(window.faults).toEqual([]);
  });

  test('saving waits for a loading picture', async () => {
    const large = samplePng(2000, 1500);
    const save = ({ page }: OpenWindow) => page.getByRole('button', { name: 'Save' });
    /** Clicks Save at the moment when the picture is chosen. */
    const savesAtOnce = async (window: OpenWindow) => {
      await window.page.getByLabel('Message to customers').fill('Back at eight');
      await save(window).evaluate((button: HTMLButtonElement) =>
        globalThis.addEventListener('change', () => button.click(), { once: true }),
      );
      await choose(window.page, large);
    };
    const asked = (window: OpenWindow) => callsTo(window, 'settings.counter.save');
    const window = await openPart();
    await savesAtOnce(window);
    await expect.poll(() => asked(window)).toMatchObject([{ counter: { display: { logo: kept } } }]);
    await window.close();
    const refused = await openPart({ 'settings.picture.keep': refusal('picture.unwritable') });
    await savesAtOnce(refused);
    await refused.page.getByText('The picture could not be written to the disk.').waitFor();
    expect(await asked(refused)).toEqual([]);
    await save(refused).click();
    await expect.poll(() => asked(refused)).toMatchObject([{ counter: { display: { message: 'Back at eight' } } }]);
  });

  test('is replaced by a later choice before saving', async () => {
    const window = await openPart();
    const answer = await answerLater(window, 'settings.picture.keep');
    await window.page.getByLabel('Message to customers').fill('Back at eight');
    await choose(window.page, samplePng(30, 20));
    await choose(window.page, samplePng(20, 20));
    await expectCalls(window, 'settings.picture.keep').toHaveLength(1);
    await window.page.getByRole('button', { name: 'Save' }).click();
    await answerWith(window, keeping);
    await answer({ name: `a${kept.slice(1)}` });
    const asked = () => callsTo(window, 'settings.counter.save');
    await expect.poll(asked).toMatchObject([{ counter: { display: { logo: kept } } }]);
  });

  test('is not saved late after leaving without saving', async () => {
    const window = await openPart();
    const { page } = window;
    await page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      fake.undos.push(() => {
        Blob.prototype.arrayBuffer = arrayBuffer;
      });
      Blob.prototype.arrayBuffer = async function () {
        await new Promise((release) => addEventListener('release', release, { once: true }));
        return arrayBuffer.call(this);
      };
    });
    await page.getByLabel('Message to customers').fill('Back at eight');
    await choose(page, samplePng(64, 20));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('link', { name: 'Sale', exact: true }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('button', { name: 'Charge', exact: true }).waitFor();
    await page.evaluate(() => dispatchEvent(new Event('release')));
    await expect.poll(() => sent(window)).toEqual([[64, 20]]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Display' }).click();
    await expectPage(page.getByLabel('Message to customers')).not.toHaveValue('Back at eight');
    expect(await callsTo(window, 'settings.counter.save')).toEqual([]);
  });

  test('that becomes unreadable does not block saving', async () => {
    const window = await openPart();
    await window.page.evaluate(() => {
      const { arrayBuffer } = Blob.prototype;
      fake.undos.push(() => {
        Blob.prototype.arrayBuffer = arrayBuffer;
      });
      Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException('It was pulled out.', 'NotReadableError'));
    });
    await choose(window.page, samplePng(64, 20));
    await window.page.getByText('This is not a picture that the till can show.').waitFor();
    await window.page.getByLabel('Message to customers').fill('Back at eight');
    await window.page.getByRole('button', { name: 'Save' }).click();
    await expectCalls(window, 'settings.counter.save').toHaveLength(1);
  });

  test('of any raster type reaches main as PNG', async () => {
    const window = await openPart();
    const types = ['image/jpeg', 'image/webp'];
    for (const type of types)
      await choose(window.page, await written(window.page, type), 0, {
        name: 'logo.bin',
        mimeType: 'application/octet-stream',
      });
    await expect.poll(() => sent(window)).toEqual(types.map(() => [40, 30]));
  });

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  test('invalid or too large is refused without a call', async () => {
    const window = await openPart();
    const none = 'This is not a picture that the till can show.';
    const large = Buffer.concat([samplePng(8, 8), Buffer.alloc(2 * 1024 * 1024)]);
    for (const [bytes, words] of [
      [svg, none],
      [large, 'This picture is larger than 2 MB.'],
      [Buffer.alloc(0), none],
      [large, 'This picture is larger than 2 MB.'],
      [samplePng(64, 64).subarray(0, 40), none],
    ] as const) {
      await choose(window.page, bytes);
      await expectPage(window.page.getByRole('alert').filter({ hasText: words })).toBeVisible();
    }
    expect(await callsTo(window, 'settings.picture.keep')).toEqual([]);
  });
});

test('up to six apps can be added and removed', async () => {
  const window = await openPart();
  const { page } = window;
  const add = page.getByRole('button', { name: 'Add an app' });
  for (let number = 1; number <= 6; number += 1) {
    await add.click();
    await page.getByRole('textbox', { name: `Name of app ${number}` }).fill(`Pay ${number}`);
  }
  await expectPage(add).toHaveCount(0);
  await choose(page, samplePng(8, 8), 3);
  await page.getByRole('button', { name: 'No picture: Pay 2' }).waitFor();
  await page.getByRole('button', { name: 'Remove Pay 1 from the list' }).click();
  await expectPage(page.getByRole('textbox', { name: 'Name of app 1' })).toHaveValue('Pay 2');
  await page.getByRole('button', { name: 'Save' }).click();
  const apps = [{ name: 'Pay 2', picture: kept }, ...[3, 4, 5, 6].map((number) => ({ name: `Pay ${number}` }))];
  await expectCalls(window, 'settings.counter.save').toMatchObject([{ counter: { display: { apps } } }]);
});

test('a nameless app shows its fault at its row', async () => {
  const window = await openPart();
  const { page } = window;
  await page.getByRole('button', { name: 'Add an app' }).click();
  await choose(page, samplePng(8, 8), 2);
  await page.getByText('Type the name of the app.').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await expectPage(page.getByRole('textbox', { name: 'Name of app 1' })).toBeFocused();
  expect(await callsTo(window, 'settings.counter.save')).toEqual([]);
});

describe('the sound', () => {
  /** Records the volume of each sound that the page plays. */
  async function listen({ page }: OpenWindow): Promise<() => Promise<readonly number[]>> {
    await page.evaluate(() => {
      const heard: number[] = [];
      Object.assign(window, { heard });
      const { play } = HTMLMediaElement.prototype;
      fake.undos.push(() => {
        HTMLMediaElement.prototype.play = play;
      });
      HTMLMediaElement.prototype.play = function play() {
        heard.push(this.volume);
        return Promise.resolve();
      };
    });
    return () => page.evaluate(() => (window as unknown as { heard: number[] }).heard);
  }

  test('of a scan follows the set volume and mute', async () => {
    const at = (stage: 'waiting' | 'scanned', sound: { volume: number; muted: boolean }) => {
      const snapshot = live({ sale: sale(stage) });
      return { ...snapshot, counter: { ...snapshot.counter, sound } };
    };
    const quiet = { volume: 25, muted: false };
    const window = await windows.till(at('waiting', quiet));
    const heard = await listen(window);
    await window.push(at('scanned', quiet));
    await expect.poll(heard).toEqual([0.25]);
    const muted = { volume: 25, muted: true };
    await window.push(at('waiting', muted));
    await window.push(at('scanned', muted));
    await window.push(at('waiting', quiet));
    await window.push(at('scanned', quiet));
    await expect.poll(heard).toEqual([0.25, 0.25]);
  });

  test('can be tried before saving at the typed volume', async () => {
    const window = await openPart();
    const heard = await listen(window);
    await window.page.getByRole('textbox', { name: 'Volume' }).fill('40');
    await window.page.getByRole('button', { name: 'Try it' }).click();
    await expect.poll(heard).toEqual([0.4]);
    await window.page.getByRole('switch', { name: 'No sound' }).click({ force: true });
    await expectPage(window.page.getByRole('button', { name: 'Try it' })).toHaveAttribute('aria-disabled', 'true');
    await window.page.getByRole('button', { name: 'Try it' }).click({ force: true });
    expect(await heard()).toEqual([0.4]);
  });
});
