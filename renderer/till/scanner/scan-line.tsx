import { Note } from '../../ui/note.tsx';
import { useWords, type Words } from '../../ui/use-words.ts';
import { type Scan, useUi } from '../till-store.ts';

/** Says where the last scan went, until somebody does something else. */
export function ScanLine() {
  const words = useWords();
  const scan = useUi((ui) => ui.scan);
  if (scan === null) return null;
  return <Note tone={scan.use === 'none' ? 'amber' : 'blue'}>{scanText(scan, words)}</Note>;
}

/** The same as a text, for a list of notes. */
export function scanText(scan: Scan, { t }: Words): string {
  return scan.use === 'none' ? t(`scan.none.${scan.why}`) : t(`scan.${scan.use}`, { text: scan.text });
}
