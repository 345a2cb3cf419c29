import { Note } from '../../ui/note.tsx';
import { useWords, type Words } from '../../ui/use-words.ts';
import { type Scan, useUi } from '../till-store.ts';

export function ScanLine() {
  const words = useWords();
  const scan = useUi((ui) => ui.scan);
  if (scan === null) return null;
  return <Note tone={scan.use === 'none' ? 'amber' : 'blue'}>{scanText(scan, words)}</Note>;
}

export function scanText(scan: Scan, { t }: Words): string {
  return scan.use === 'none' ? t(`scan.none.${scan.why}`) : t(`scan.${scan.use}`, { text: scan.text });
}
