import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isMixedCase } from '../../../preload/contract/fields.ts';
import type { Language } from '../../../preload/contract/setting-values.ts';
import { useCall, useRead } from '../../ui/ask-main.ts';
import { Button } from '../../ui/button.tsx';
import { DialogButton } from '../../ui/dialogs/dialog.tsx';
import { isMarked } from '../../ui/environment-band.tsx';
import { loadLanguage } from '../../ui/language.ts';
import { TEXT_FONT, textMeasure } from '../../ui/measure-text.ts';
import { useWords } from '../../ui/use-words.ts';
import { usePaper } from '../paper/use-paper.tsx';
import { useTill } from '../till-store.ts';
import styles from './sticker-dialog.module.css';
import { pngBase64, svgText } from './sticker-files.ts';
import { type StickerLayout, stickerLayout } from './sticker-layout.ts';

export function StickerButton() {
  const { t } = useWords();
  const posId = useTill((till) => till.terminal.posId);
  if (posId === '') return null;
  return (
    <div className={styles.open}>
      <DialogButton text={t('sticker.open')} title={t('sticker.title')} width="keypad">
        <Sticker />
      </DialogButton>
    </div>
  );
}

function Sticker() {
  const { t, error } = useWords();
  const { value: read, problem } = useRead('sticker.read', {});
  const { chargeWith, posId } = useTill((till) => till.terminal);
  if (chargeWith === 'payment') return <p className={styles.alone}>{t('sticker.per-payment')}</p>;
  if (problem !== undefined) return <p className={styles.alone}>{error(problem)}</p>;
  if (read === undefined) return null;
  if (read.code === undefined) return <p className={styles.alone}>{t('sticker.none')}</p>;
  return (
    <StickerActions code={read.code}>
      <p>{t('sticker.known')}</p>
      {isMixedCase(posId) && <p>{t('settings.pos.posId.mixed')}</p>}
    </StickerActions>
  );
}

interface Props {
  readonly code: string;
  readonly children: ReactNode;
}

function StickerActions({ code, children }: Props) {
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
  const layout = stickerLayout({ ...words, code }, textMeasure());
  const pending = paper.pending || save.pending;
  const idle = !pending;
  const problem = done === '' ? (save.problem ?? paper.problem) : undefined;
  const drawing = <StickerDrawing layout={layout} name={t('sticker.name', { posId })} />;

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
        <p className={styles.message} role="status" data-wrong={problem !== undefined}>
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

/** Returns the language once its texts are loaded; English before, and if they cannot be read. */
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

/** A sticker in millimetres, black on white in light and dark mode. */
function StickerDrawing({ layout, name }: { readonly layout: StickerLayout; readonly name: string }) {
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
