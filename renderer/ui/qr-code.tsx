import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import styles from './qr-code.module.css';
import { qrPath } from './qr-path.ts';

interface Props {
  readonly text: string;
  readonly name: string;
}

/** Black on white in light and dark mode, as large as possible with whole pixels for each module. */
export function QrCode({ text, name }: Props) {
  const { ref, shorterSide } = useRoom();
  const code = useMemo(() => codeOf(text), [text]);
  const room = shorterSide * window.devicePixelRatio;
  const side = (Math.max(1, Math.floor(room / code.size)) * code.size) / window.devicePixelRatio;
  return (
    <div ref={ref} className={styles.place}>
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

let codeBefore: { readonly text: string; readonly code: ReturnType<typeof qrPath> } | undefined;

/** A POS may have the same code for each payment. */
function codeOf(text: string): ReturnType<typeof qrPath> {
  if (codeBefore?.text !== text) codeBefore = { text, code: qrPath(text) };
  return codeBefore.code;
}

/** Size of the previous code's room: usually the same, which saves a render. */
let roomBefore = 0;

/** In CSS pixels, measured before the first paint, so that the code appears one frame sooner. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null);
  const [shorterSide, setShorterSide] = useState(roomBefore);
  useLayoutEffect(() => {
    const place = ref.current;
    if (place === null) return;
    const measure = () => {
      roomBefore = Math.min(place.clientWidth, place.clientHeight);
      setShorterSide(roomBefore);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return { ref, shorterSide };
}
