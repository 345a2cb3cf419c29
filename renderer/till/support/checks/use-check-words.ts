import type { CheckResult } from '../../../../preload/checks.ts';
import { useWords } from '../../../ui/use-words.ts';

/** What a finding means, and what to do about it, in the window's language. */
export function useCheckWords({ finding, state, values }: CheckResult): {
  readonly means: string;
  readonly advice: string | undefined;
} {
  const { t, has, error } = useWords();
  const textOf = (kind: 'say' | 'do'): string | undefined => {
    const key = [`checks.${kind}.${finding}`, `checks.${kind}.${finding.split('.')[0]}.*`].find(has);
    return key === undefined ? undefined : t(key, values);
  };
  const isWrong = state === 'failed' || state === 'warning';
  return {
    means: textOf('say') ?? error({ code: finding, message: finding, retryable: false, values }),
    advice: isWrong ? textOf('do') : undefined,
  };
}
