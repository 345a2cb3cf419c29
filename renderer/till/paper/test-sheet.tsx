import type { PaperSize } from '../../../preload/contract/setting-values.ts';
import { useWords } from '../../ui/use-words.ts';
import { useTill } from '../till-store.ts';
import styles from './paper.module.css';
import { Row } from './sheet-parts.tsx';

const LARGEST = 99_999_999;

export function TestSheet({ paper }: { readonly paper: PaperSize }) {
  const words = useWords();
  const { t } = words;
  const shopName = useTill((till) => till.terminal.shopName);
  return (
    <>
      <h1>{shopName || t('app.name')}</h1>
      <p className={styles.big}>{t('paper.test')}</p>
      <hr />
      <dl>
        <Row name={t('settings.counter.printing.paper')} value={t(`paper.size.${paper}`)} />
        <Row name="ÄÖÜß Éèç Œñ €" value={words.money(LARGEST)} big />
      </dl>
      <hr />
      <p>{t('paper.test.text')}</p>
    </>
  );
}
