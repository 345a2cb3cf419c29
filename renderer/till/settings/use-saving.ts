import { useEffect, useState } from 'react';
import type { FieldErrors, UseFormReturn } from 'react-hook-form';
import type { Outcome } from '../../../preload/contract/contract.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { useCall } from '../../ui/ask-main.ts';
import type { SettingsTexts } from '../../ui/setting-texts.ts';
import { useWords } from '../../ui/use-words.ts';
import { firstFault, type Path, pathOfField, paths, type SettingsToSave } from './settings-draft.ts';

export type SettingsFormOf = UseFormReturn<SettingsTexts, unknown, SettingsToSave>;
type TerminalSave = Extract<SettingsToSave, { readonly scope: 'terminal' }>;

interface Ways {
  readonly form: SettingsFormOf;
  /** For a save that starts real payments or ends training. */
  isAskedAbout(save: TerminalSave): boolean;
  goTo(path: Path): void;
  saved(): void;
  /** Runs before a refusal is shown at its field. */
  refused?(code: string): Promise<void> | undefined;
}

export interface Saving {
  readonly asking: TerminalSave | undefined;
  readonly pending: boolean;
  /** A refusal not shown at a field. */
  readonly problem: ErrorView | undefined;
  submit(): Promise<void>;
  confirm(): void;
  stay(): void;
}

export function useSaving({ form, isAskedAbout, goTo, saved, refused }: Ways): Saving {
  const { error } = useWords();
  const terminal = useCall('settings.save');
  const counter = useCall('settings.counter.save');
  const [asking, setAsking] = useState<TerminalSave>();
  useFaultsOfOtherFields(form);
  const send = async (save: SettingsToSave) => {
    terminal.clear();
    counter.clear();
    const outcome: Outcome<unknown> | undefined =
      save.scope === 'terminal' ? await terminal.run(save.draft) : await counter.run(save.draft);
    setAsking(undefined);
    if (outcome === undefined) return;
    if (outcome.ok) return saved();
    await refused?.(outcome.error.code);
    const path = pathOfField(outcome.error.field);
    if (path === undefined) return;
    form.setError(path, { type: 'refused', message: error(outcome.error) });
    goTo(path);
  };
  const ask = (save: SettingsToSave) =>
    save.scope === 'terminal' && isAskedAbout(save) ? setAsking(save) : send(save);
  const goToFirstFault = (errors: FieldErrors<SettingsTexts>) => {
    const first = firstFault(errors);
    if (first !== undefined) goTo(first);
  };
  const problem = terminal.problem ?? counter.problem;
  return {
    asking,
    pending: terminal.pending || counter.pending,
    problem: pathOfField(problem?.field) === undefined ? problem : undefined,
    submit: form.handleSubmit(ask, goToFirstFault),
    confirm: () => asking && void send(asking),
    stay: () => setAsking(undefined),
  };
}

/**
 * An empty port is no fault while its host is typed, unless the form was submitted or shows a fault. A refusal by main
 * stays until its own field is edited.
 */
function useFaultsOfOtherFields({ watch, trigger, getFieldState, formState: { isSubmitted } }: SettingsFormOf): void {
  useEffect(() => {
    const typing = watch(() => {
      const due = paths.filter((path) => {
        const type = getFieldState(path).error?.type;
        return type === 'typed' || (isSubmitted && type === undefined);
      });
      if (due.length > 0) void trigger(due);
    });
    return () => typing.unsubscribe();
  }, [watch, trigger, getFieldState, isSubmitted]);
}
