import type { Browser } from '@playwright/test';

/** The pose of a phone in front of a screen: degrees, CSS pixels, and factors. */
export interface Pose {
  readonly turn?: number;
  /** Seen from the side. */
  readonly tiltX?: number;
  /** Seen from above. */
  readonly tiltY?: number;
  readonly blur?: number;
  readonly scale?: number;
  readonly brightness?: number;
  readonly contrast?: number;
}

/** Returns a photograph of a screen: its picture drawn in perspective by the browser, on a separate page. */
export async function photographed(browser: Browser, png: Buffer, pose: Pose): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1200 } });
  try {
    await page.setContent(pageOf(png, pose));
    await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
    return await page.screenshot({ type: 'png' });
  } finally {
    await page.close();
  }
}

function pageOf(png: Buffer, pose: Pose): string {
  const { turn = 0, tiltX = 0, tiltY = 0, blur = 0, scale = 1, brightness = 1, contrast = 1 } = pose;
  const transform = `scale(${scale}) rotateY(${tiltX}deg) rotateX(${tiltY}deg) rotateZ(${turn}deg)`;
  const filter = `blur(${blur}px) brightness(${brightness}) contrast(${contrast})`;
  const body = 'margin:0;height:100vh;display:grid;place-items:center;background:#5a6068;perspective:1800px';
  const source = `data:image/png;base64,${png.toString('base64')}`;
  return `<body style="${body}"><img src="${source}" style="transform:${transform};filter:${filter}"></body>`;
}
