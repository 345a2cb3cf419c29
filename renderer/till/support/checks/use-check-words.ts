import type { CheckResult } from '../../../../preload/contract/checks.ts';
import { useWords } from '../../../ui/use-words.ts';

export function useCheckWords({ finding, state, values }: CheckResult): {
  readonly means: string;
  readonly advice: string | undefined;
} {
  const { t, has, error } = useWords();
  const textOf = (...keys: readonly string[]): string | undefined => {
    const key = keys.find(has);
    return key === undefined ? undefined : t(key, values);
  };
  const family = finding.split('.')[0];
  const isWrong = state === 'failed' || state === 'warning';
  return {
    means:
      textOf(`checks.say.${finding}`, `checks.say.${family}.*`) ??
      error({ code: finding, message: finding, retryable: false, values }),
    advice: isWrong
      ? // What to do about a keychain differs from system to system.
        textOf(`keys.${finding}.${values['platform']}`, `checks.do.${finding}`, `checks.do.${family}.*`)
      : undefined,
  };
}
