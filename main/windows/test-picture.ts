import type { Language } from '../../preload/contract/setting-values.ts';
import { nativeWords } from '../base/native-words.ts';
import { escaped } from './crash-page.ts';

interface TestPicture {
  /** From 1. */
  readonly number: number;
  readonly label: string;
  readonly width: number;
  readonly height: number;
  /** Degrees, clockwise. */
  readonly rotation: number;
  readonly code: string;
}

export function testPictureText(number: number): string {
  return `Tillmate: screen ${number}`;
}

export function testPicture({ number, label, width, height, rotation, code }: TestPicture, language: Language): string {
  const name = nativeWords(language)('screen', { number });
  const size = `${width} × ${height}`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${name}</title></head>
<body style="margin: 0; height: 100vh; overflow: hidden; background: #0b4a9e; color: #ffffff; font: 28px/1.4 sans-serif">
<main style="height: 100%; display: grid; place-content: center; justify-items: center; text-align: center; transform: rotate(${rotation}deg)">
<h1 style="margin: 0; font-size: 56px">${name}</h1>
<p style="margin: 0">${label === '' ? size : `${escaped(label)}, ${size}`}</p>
<div style="width: 38vmin; height: 38vmin; margin-top: 16px; background: #ffffff">${code}</div>
</main>
</body>
</html>`;
}
