import type { DisplaySnapshot } from '../../preload/views.ts';
import { useNow } from '../ui/use-now.ts';
import { useWords } from '../ui/use-words.ts';

/** Nobody is paying: whose shop it is, and the time (main's clock, carried on by the window's own). */
export function IdleScene({
  snapshot,
  receivedAt,
}: {
  readonly snapshot: DisplaySnapshot;
  readonly receivedAt: number;
}) {
  const { t, clockTime } = useWords();
  const now = useNow(true, 1_000);
  return (
    <main className="idle">
      <h1 className="idle__shop">{snapshot.shopName || t('app.name')}</h1>
      <p className="idle__welcome">{t('display.welcome')}</p>
      <p className="idle__time">{clockTime(snapshot.at + Math.max(0, now - receivedAt))}</p>
    </main>
  );
}
