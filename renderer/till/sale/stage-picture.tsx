import { lookOf, type ShownStage } from '../../ui/sale-stage.ts';
import { StageIcon } from '../../ui/stage-icon.tsx';
import styles from './stage-picture.module.css';

export function StagePicture({ stage, size }: { readonly stage: ShownStage; readonly size: string }) {
  return (
    <div className={styles.picture} data-tone={lookOf(stage).tone}>
      <StageIcon stage={stage} size={size} />
    </div>
  );
}
