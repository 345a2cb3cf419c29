import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../preload/contract/setting-values.ts';
import { Button } from '../../ui/button.tsx';
import { isMarked } from '../../ui/environment-band.tsx';
import { loadLanguage } from '../../ui/language.ts';
import { textMeasure } from '../../ui/measure-text.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';
import { usePaper } from '../paper/use-paper.ts';
import { useTill } from '../till-store.ts';
import styles from './sticker-dialog.module.css';
import { StickerDrawing } from './sticker-drawing.tsx';
import { pngBase64, svgText } from './sticker-files.ts';
import { stickerLayout } from './sticker-layout.ts';

interface Props {
  readonly code: string | undefined;
  readonly children: ReactNode;
}

export function StickerActions({ code, children }: Props) {
  const { t, error } = useWords();
  const { shopName, posId, environment } = useTill((till) => till.terminal);
  const language = useLoadedLanguage(useTill((till) => till.counter.languages.display));
  const { t: toCustomers } = useWords(language);
  const preview = useRef<HTMLDivElement>(null);
  const paper = usePaper();
  const save = useCall('sticker.save');
  const [done, setDone] = useState('');
  const words = {
    shopName,
    posId,
    invitation: toCustomers('display.sticker'),
    mark: isMarked(environment) ? toCustomers(`band.${environment}`) : '',
  };
  const layout = code === undefined ? undefined : stickerLayout({ ...words, code }, textMeasure());
  const pending = paper.pending || save.pending;
  const idle = layout !== undefined && !pending;
  const problem = done === '' ? (save.problem ?? paper.problem) : undefined;
  const drawing = layout && <StickerDrawing layout={layout} name={t('sticker.name', { posId })} />;

  const run = async (work: () => Promise<string | undefined>) => {
    if (!idle) return;
    setDone('');
    save.clear();
    setDone((await work()) ?? '');
  };
  const saved = (file: string | undefined) => (file === undefined ? undefined : t('file.saved', { file }));
  const sheet = { kind: 'sticker' as const, posId, content: <div className={styles.sheet}>{drawing}</div> };
  const print = async () => ((await paper.print(sheet)) ? t('sticker.printed') : undefined);
  const savePdf = async () => saved(await paper.savePdf({ ...sheet, paper: 'A4' }));
  const saveSvg = async () => {
    const svg = preview.current?.querySelector('svg');
    if (!svg) return undefined;
    const outcome = await save.run({ format: 'svg', content: svgText(svg) });
    return outcome?.ok ? saved(outcome.value.saved) : undefined;
  };
  const savePng = async () => {
    if (layout === undefined) return undefined;
    const outcome = await save.run({ format: 'png', content: pngBase64(layout) });
    return outcome?.ok ? saved(outcome.value.saved) : undefined;
  };

  return (
    <div className={styles.sticker}>
      <div ref={preview} className={styles.preview}>
        {drawing}
      </div>
      <div className={styles.side}>
        {children}
        <p className={styles.told} role="status" data-wrong={problem !== undefined}>
          {problem === undefined ? done : error(problem)}
        </p>
        <div className={styles.actions}>
          <Button kind="main" aria-disabled={!idle} onClick={() => void run(print)}>
            {t('shift.print')}
          </Button>
          <Button aria-disabled={!idle} onClick={() => void run(savePdf)}>
            {t('shift.save-pdf')}
          </Button>
          <Button aria-disabled={!idle} onClick={() => void run(saveSvg)}>
            {t('sticker.svg')}
          </Button>
          <Button aria-disabled={!idle} onClick={() => void run(savePng)}>
            {t('sticker.png')}
          </Button>
        </div>
      </div>
    </div>
  );
}

/** This language once its texts are there; English until then, and where they cannot be read. */
function useLoadedLanguage(wanted: Language): Language {
  const { i18n } = useTranslation();
  const [loaded, setLoaded] = useState<Language>('en');
  useEffect(() => {
    let gone = false;
    const use = () => {
      if (!gone) setLoaded(wanted);
    };
    void loadLanguage(i18n, wanted).then(use, () => undefined);
    return () => {
      gone = true;
    };
  }, [i18n, wanted]);
  return loaded;
}
