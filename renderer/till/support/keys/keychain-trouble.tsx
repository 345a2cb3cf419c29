import type { ErrorView } from '../../../../preload/contract/views.ts';
import { useAnnounced } from '../../../ui/announce.ts';
import { Button } from '../../../ui/button.tsx';
import { useWords, type Words } from '../../../ui/use-words.ts';
import blocks from '../../layout/blocks.module.css';
import styles from './keys-tab.module.css';

interface Props {
  readonly why: Pick<ErrorView, 'code' | 'message' | 'values'>;
  tryAgain?(): void;
}

export function KeychainTrouble({ why, tryAgain }: Props) {
  const words = useWords();
  const { t } = words;
  const isLost = why.code === 'keychain.empty' || why.code === 'keychain.damaged';
  const title = t(isLost ? 'keys.keychain.title.lost' : 'keys.keychain.title');
  useAnnounced(title);
  return (
    <section className={styles.trouble} aria-label={title}>
      <h2>{title}</h2>
      <p>{t(whatItMeans(why, words), { message: why.message })}</p>
      <p>{t(whatToDo(why, words), { ...why.values })}</p>
      {tryAgain !== undefined && (
        <div className={blocks.acts}>
          <Button onClick={tryAgain}>{t('keys.keychain.again')}</Button>
        </div>
      )}
    </section>
  );
}

function whatItMeans({ code }: Props['why'], { firstOf }: Words) {
  return firstOf([`keys.${code}`], 'keys.keychain.other');
}

/** `platform`: the system's name in Node.js. */
function whatToDo({ code, values }: Props['why'], { firstOf }: Words) {
  return firstOf([`keys.${code}.${values?.['platform']}`, `keys.${code}.do`], 'keys.keychain.other.do');
}
