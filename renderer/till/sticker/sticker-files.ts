import { TEXT_FONT } from '../../ui/measure-text.ts';
import type { StickerLayout } from './sticker-layout.ts';

/** Dots per millimetre: 300 dpi, the usual requirement of print shops. */
const DOTS = 300 / 25.4;

export function svgText(drawing: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(drawing);
}

/** Base64. Each module of the code has a whole number of dots, for sharp edges. */
export function pngBase64({ width, height, code, lines, bars }: StickerLayout): string {
  const [across, down] = [Math.round(width * DOTS), Math.round(height * DOTS)];
  const context = canvasContext(across, down);
  context.fillStyle = 'white';
  context.fillRect(0, 0, across, down);
  context.fillStyle = 'black';
  for (const bar of bars) context.fillRect(0, bar.y * DOTS, across, bar.height * DOTS);
  const module = Math.max(1, Math.floor((code.side * DOTS) / code.modules));
  const left = Math.round((across - module * code.modules) / 2);
  const top = Math.round((code.y + code.side / 2) * DOTS - (module * code.modules) / 2);
  context.setTransform(module, 0, 0, module, left, top);
  context.fill(new Path2D(code.path));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.textAlign = 'center';
  for (const { text, y, size, weight, fill } of lines) {
    context.font = `${weight} ${size * DOTS}px ${TEXT_FONT}`;
    context.fillStyle = fill;
    context.fillText(text, across / 2, y * DOTS);
  }
  return context.canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
}

function canvasContext(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This window cannot draw.');
  return context;
}
