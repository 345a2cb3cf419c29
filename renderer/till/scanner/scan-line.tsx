import { Note } from '../../ui/note.tsx';
import { useWords, type Words } from '../../ui/use-words.ts';
import { useUi } from '../till-store.ts';
import type { Scan } from '../ui-state/draft-entry.ts';

export function ScanLine() {
  const words = useWords();
  const scan = useUi((ui) => ui.entry.scan);
  if (scan === null) return null;
  return <Note tone={scan.use === 'none' ? 'amber' : 'blue'}>{scanText(scan, words)}</Note>;
}

export function scanText(scan: Scan, { t }: Words): string {
  return scan.use === 'none' ? t(`scan.none.${scan.why}`) : t(`scan.${scan.use}`, { text: scan.text });
}
