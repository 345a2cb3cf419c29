import { Note } from '../../ui/note.tsx';
import { useWords } from '../../ui/use-words.ts';
import type { PaperActs } from './use-paper.ts';

export function PaperOutcome({ paper: { problem, saved } }: { readonly paper: Pick<PaperActs, 'problem' | 'saved'> }) {
  const { t, error } = useWords();
  if (problem !== undefined) return <Note tone="amber">{error(problem)}</Note>;
  return saved === undefined ? null : <Note tone="green">{t('file.saved', { file: saved })}</Note>;
}
