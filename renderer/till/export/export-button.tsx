import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import type { ExportDialogProps } from './export-dialog.tsx';

/** Loaded on demand: the export is rarely used. */
const ExportDialog = lazy(() => import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })));

interface Props extends ExportDialogProps {
  readonly small?: boolean;
}

export function ExportButton({ small = false, ...props }: Props) {
  const { t } = useWords();
  const [opened, setOpened] = useState(false);
  const mayExport = useTill((till) => till.role === 'manager');
  if (!mayExport) return null;
  return (
    <>
      {small ? (
        <Button aria-label={t('export.open')} title={t('export.open')} onClick={() => setOpened(true)}>
          <IconDownload aria-hidden="true" />
        </Button>
      ) : (
        <Button onClick={() => setOpened(true)}>{t('export.open')}</Button>
      )}
      {opened && (
        <Suspense fallback={null}>
          <ExportDialog {...props} close={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
