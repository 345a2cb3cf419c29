import { TEXT_FONT } from '../../ui/measure-text.ts';
import type { StickerLayout } from './sticker-layout.ts';

/** A sticker, black on white in light and dark alike, in millimetres. */
export function StickerDrawing({ layout, name }: { readonly layout: StickerLayout; readonly name: string }) {
  const { width, height, code, lines, bars } = layout;
  const scale = code.side / code.modules;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      role="img"
      aria-label={name}
      width={`${width}mm`}
      height={`${height}mm`}
      viewBox={`0 0 ${width} ${height}`}
    >
      <rect width={width} height={height} fill="white" />
      {bars.map(({ y, height }) => (
        <rect key={y} y={y} width={width} height={height} fill="black" />
      ))}
      <path
        d={code.path}
        fill="black"
        shapeRendering="crispEdges"
        transform={`translate(${code.x} ${code.y}) scale(${scale})`}
      />
      {lines.map(({ text, y, size, weight, fill, length }) => (
        <text
          key={y}
          x={width / 2}
          y={y}
          textAnchor="middle"
          fontFamily={TEXT_FONT}
          fontSize={size}
          fontWeight={weight}
          fill={fill}
          textLength={length}
          lengthAdjust="spacingAndGlyphs"
        >
          {text}
        </text>
      ))}
    </svg>
  );
}
