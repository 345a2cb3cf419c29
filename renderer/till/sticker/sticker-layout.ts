import type { MeasureText } from '../../ui/measure-text.ts';
import { qrPath } from '../../ui/qr-path.ts';

export interface StickerWords {
  readonly shopName: string;
  readonly posId: string;
  readonly code: string;
  readonly invitation: string;
  /** Printed across the sticker if no real money is paid with it; otherwise empty. */
  readonly mark: string;
}

/** Lengths in mm, from the upper left corner. */
export interface StickerLayout {
  readonly width: number;
  readonly height: number;
  /** The code with its quiet zone. `path` is in modules; `modules`: number of modules per side. */
  readonly code: {
    readonly x: number;
    readonly y: number;
    readonly side: number;
    readonly modules: number;
    readonly path: string;
  };
  readonly lines: readonly StickerLine[];
  readonly bars: readonly { readonly y: number; readonly height: number }[];
}

interface StickerLine {
  readonly text: string;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly fill: 'black' | 'white';
  /** Forced text width, for viewers with other fonts. */
  readonly length: number;
}

/** An A6 sheet, portrait. */
const WIDTH = 105;
const HEIGHT = 148;
const MARGIN = 7;
const BAR = 9;
const CODE_SIDE = 84;
const CODE_TOP = 37;
const LARGEST_NAME = 11;
/** Below this size a name in two lines is more legible. */
const SMALLEST_IN_ONE_LINE = 7;

/** Even the longest name fits. Throws for a code too long for a QR code. */
export function stickerLayout(words: StickerWords, measure: MeasureText): StickerLayout {
  const { size, path } = qrPath(words.code);
  const marked = words.mark !== '';
  const name = nameLines(words.shopName, (text) => measure(text, 700));
  const nameHeight = name.lines.length * name.size * 1.15;
  const top = marked ? BAR : MARGIN / 2;
  const firstLine = top + (CODE_TOP - top - nameHeight) / 2 + name.size * 0.9;
  const below = CODE_TOP + CODE_SIDE;
  const line = (text: string, y: number, most: number, weight: number, fill: 'black' | 'white' = 'black') => {
    const ems = measure(text, weight);
    const fitted = Math.min(most, (WIDTH - 2 * MARGIN) / Math.max(ems, 0.1));
    return { text, y, size: fitted, weight, fill, length: fitted * ems };
  };
  const bars = marked ? [0, HEIGHT - BAR] : [];
  return {
    width: WIDTH,
    height: HEIGHT,
    code: { x: (WIDTH - CODE_SIDE) / 2, y: CODE_TOP, side: CODE_SIDE, modules: size, path },
    lines: [
      ...name.lines.map((text, index) => line(text, firstLine + index * name.size * 1.15, name.size, 700)),
      line(words.invitation, below + 7, 7, 600),
      line(words.posId, below + 14.5, 4.5, 500),
      ...bars.map((y) => line(words.mark, y + BAR * 0.72, 6, 800, 'white')),
    ].filter(({ text }) => text !== ''),
    bars: bars.map((y) => ({ y, height: BAR })),
  };
}

/** One line if legible, else two lines of similar length. */
function nameLines(name: string, ems: (text: string) => number) {
  const sized = (lines: readonly string[]) => ({
    lines,
    size: Math.min(LARGEST_NAME, (WIDTH - 2 * MARGIN) / Math.max(0.1, ...lines.map(ems))),
  });
  const whole = sized([name]);
  if (whole.size >= SMALLEST_IN_ONE_LINE) return whole;
  const words = name.split(' ');
  const broken = words
    .slice(1)
    .map((_, index) => sized([words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]));
  return broken.reduce((best, candidate) => (candidate.size > best.size ? candidate : best), whole);
}
