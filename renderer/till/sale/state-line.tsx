import type { ReactNode } from 'react';
import type { SaleStage } from '../../../preload/views.ts';
import { Ring } from '../../ui/ring.tsx';
import { lookOf } from '../../ui/stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';

interface Props {
  readonly stage: SaleStage;
  readonly word: ReactNode;
  readonly left: ReactNode;
  /** Of the lifetime that is left. */
  readonly share: number | undefined;
}

/** A state in its place: ring and shape, word, and one quiet line. */
export function StateLine({ stage, word, left, share }: Props) {
  return (
    <div className="state" data-tone={lookOf(stage).tone}>
      <Ring share={share}>
        <StageIcon stage={stage} size="100%" />
      </Ring>
      <div>
        <div className="state__word">{word}</div>
        <div className="state__left">{left}</div>
      </div>
    </div>
  );
}
