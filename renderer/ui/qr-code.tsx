import { useElementSize } from '@mantine/hooks';
import { useMemo } from 'react';
import { qrPath } from './qr-path.ts';
import './qr-code.css';

interface Props {
  readonly text: string;
  /** Accessible name. */
  readonly name: string;
}

/** A QR code, black on white whatever the theme, as large as its place allows with whole pixels for each module. */
export function QrCode({ text, name }: Props) {
  const { ref, width, height } = useElementSize();
  const code = useMemo(() => qrPath(text), [text]);
  const room = Math.min(width, height) * window.devicePixelRatio;
  const side = (Math.max(1, Math.floor(room / code.size)) * code.size) / window.devicePixelRatio;
  return (
    <div ref={ref} className="qr-code">
      {room > 0 && (
        <svg
          role="img"
          aria-label={name}
          width={side}
          height={side}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
        >
          <rect width={code.size} height={code.size} fill="#ffffff" />
          <path d={code.path} fill="#000000" />
        </svg>
      )}
    </div>
  );
}
