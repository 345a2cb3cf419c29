import { useEffect, useState } from 'react';
import { useAnnounced } from '../../ui/announce.ts';
import { useCall } from '../../ui/use-call.ts';
import { useWords } from '../../ui/use-words.ts';

export function useRefundLook(saleId: string): string {
  const { t, clockTime } = useWords();
  const { run } = useCall('refund.look');
  const [told, setTold] = useState<{ readonly at?: number } | undefined>();
  useEffect(() => {
    let isShown = true;
    void run({ saleId }).then((outcome) => {
      if (isShown && outcome !== undefined)
        setTold(outcome.ok && outcome.value.complete ? { at: outcome.value.at } : {});
    });
    return () => {
      isShown = false;
    };
  }, [run, saleId]);
  const line =
    told === undefined
      ? t('refund.looking')
      : told.at === undefined
        ? t('refund.not-looked')
        : t('refund.as-of', { time: clockTime(told.at) });
  useAnnounced(told === undefined ? '' : line);
  return line;
}
