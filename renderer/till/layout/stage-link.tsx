import type { ReactNode } from 'react';
import buttonStyles from '../../ui/button.module.css';
import { lookOf, type ShownStage } from '../../ui/sale-stage.tsx';
import type { ViewName } from '../ui-state/navigation.ts';

interface Props {
  readonly className: string | undefined;
  readonly view: ViewName;
  readonly stage: ShownStage;
  readonly children: ReactNode;
  open(): void;
}

export function StageLink({ className, view, stage, children, open }: Props) {
  return (
    <a
      className={`${buttonStyles.button} ${className}`}
      href={`#${view}`}
      data-tone={lookOf(stage).tone}
      onClick={(event) => {
        event.preventDefault();
        open();
      }}
    >
      {children}
    </a>
  );
}
