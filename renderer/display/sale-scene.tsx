import { IconScan } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { DisplaySnapshot } from '../../preload/contract/views.ts';
import { useAnnounced } from '../ui/announce.ts';
import { CountdownRing } from '../ui/countdown-ring.tsx';
import { FittedAmount } from '../ui/fitted-amount.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { lookOf, StageIcon, stageOfScene } from '../ui/sale-stage.tsx';
import { ShopPicture } from '../ui/shop-picture.tsx';
import type { SnapshotStore } from '../ui/snapshot-store.ts';
import { minutesAndSeconds } from '../ui/time-text.ts';
import { timeLeftNow, useNow } from '../ui/use-now.ts';
import { useSelected } from '../ui/use-selected.ts';
import { useWords, type Words } from '../ui/use-words.ts';
import { LanguageButtons } from './language-buttons.tsx';
import styles from './sale-scene.module.css';

type Scene = Exclude<DisplaySnapshot['scene'], { readonly kind: 'idle' }>;

interface Props {
  readonly scene: Scene;
  readonly snapshots: SnapshotStore<DisplaySnapshot>;
}

/** The layout is the same in every state; on a narrow screen the amount is on top. */
export function SaleScene({ scene, snapshots }: Props) {
  const words = useWords();
  const { t, money } = words;
  const stage = stageOfScene(scene.kind);
  const receipt = scene.kind === 'paid' ? scene.receipt : undefined;
  const sticker = isSticker(scene);
  const apps = useSelected(snapshots, ({ snapshot }) => snapshot?.counter.display.apps ?? []);
  const key = keyOf(scene);
  const sentence = sentenceOf(scene, words);
  useAnnounced(`${t(key)}. ${sentence}`);
  return (
    <main className={styles.scene} data-tone={lookOf(stage).tone} data-apps={apps.length > 0 || undefined}>
      <div className={styles.code} data-place="code">
        {scene.kind === 'waiting' && scene.deeplink !== undefined ? (
          <QrCode text={scene.deeplink} name={t('qr.name')} />
        ) : receipt !== undefined ? (
          <QrCode text={receipt} name={t('qr.receipt')} />
        ) : (
          <div className={styles.shape}>
            {sticker ? (
              <IconScan aria-hidden="true" size="58%" stroke={1.75} />
            ) : (
              <StageIcon stage={stage} size="58%" />
            )}
          </div>
        )}
      </div>
      <div className={styles.amount} data-place="amount">
        <FittedAmount text={money(scene.amount)} />
      </div>
      <div className={styles.state} data-place="state" role="status" aria-live="off" aria-label={t('status.name')}>
        <h1 data-long={t(key).length > USUAL_LETTERS || undefined}>
          {receipt !== undefined && (
            <span className={styles.tick}>
              <StageIcon stage={stage} size="1em" />
            </span>
          )}
          {t(key)}
        </h1>
      </div>
      <p className={styles.sentence}>
        {sentence}
        {receipt !== undefined && <span className={styles.receipt}>{t('display.receipt')}</span>}
      </p>
      {apps.length > 0 && <PaymentApps apps={apps} shown={scene.kind === 'waiting'} />}
      <div className={styles.time} data-place="time">
        {scene.kind === 'waiting' && <TimeLeft scene={scene} snapshots={snapshots} />}
      </div>
      <div className={styles.languages}>
        {(scene.kind === 'waiting' || scene.kind === 'preparing') && <LanguageButtons snapshots={snapshots} />}
      </div>
    </main>
  );
}

/** Longest state text, in letters, at full size. */
const USUAL_LETTERS = 16;

function isSticker(scene: Scene): boolean {
  return scene.kind === 'waiting' && scene.deeplink === undefined;
}

function keyOf(scene: Scene) {
  return isSticker(scene) ? 'display.sticker' : (`display.${scene.kind}` as const);
}

function sentenceOf(scene: Scene, { t, money }: Words): string {
  if (scene.kind === 'paid' && scene.debtorName !== undefined)
    return t('display.paid.text.named', { name: scene.debtorName });
  if (scene.kind === 'partly-refunded')
    return t('display.partly-refunded.text', { amount: money(scene.amount), paid: money(scene.paid) });
  return t(`${keyOf(scene)}.text`);
}

interface TimeLeftProps {
  readonly scene: Extract<Scene, { readonly kind: 'waiting' }>;
  readonly snapshots: SnapshotStore<DisplaySnapshot>;
}

function TimeLeft({ scene, snapshots }: TimeLeftProps) {
  const { t } = useWords();
  const receivedAt = useSelected(snapshots, (state) => state.receivedAt);
  const now = useNow(true, 250);
  const left = timeLeftNow(scene.timeLeftMs, receivedAt, now);
  return (
    <>
      <CountdownRing share={scene.lifetimeMs > 0 ? left / scene.lifetimeMs : 0}>{null}</CountdownRing>
      <span role="timer" aria-label={t('timer.name')}>
        {minutesAndSeconds(left)}
      </span>
    </>
  );
}

interface PaymentAppsProps {
  readonly apps: DisplaySnapshot['counter']['display']['apps'];
  /** True while there is something to scan. Otherwise the apps keep their room, so that nothing moves. */
  readonly shown: boolean;
}

function PaymentApps({ apps, shown }: PaymentAppsProps) {
  const { t } = useWords();
  const columns = { '--apps': apps.length, '--columns': apps.length > 3 ? Math.ceil(apps.length / 2) : apps.length };
  return (
    <ul
      className={styles.apps}
      aria-label={t('display.apps')}
      data-place="apps"
      data-hidden={!shown}
      style={columns as CSSProperties}
    >
      {apps.map(({ name, picture }) => (
        <li key={`${name} ${picture}`} className={styles.app}>
          <ShopPicture picture={picture} className={styles.picture} />
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ul>
  );
}
