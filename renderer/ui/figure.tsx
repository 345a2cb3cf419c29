import type { CSSProperties } from 'react';
import { figureEms } from './money.ts';

/** Lets a long amount shrink into its place (see `.figure`). */
export function figureWidth(text: string): CSSProperties {
  return { '--ems': figureEms(text) } as CSSProperties;
}

/** The amount of a sale, big, always in the same place. */
export function Figure({ text }: { readonly text: string }) {
  return (
    <div className="figure" style={figureWidth(text)}>
      {text}
    </div>
  );
}
