import { useState } from 'react';
import { flushSync } from 'react-dom';
import { get } from 'react-hook-form';
import { callMain, useBridge } from '../../ui/bridge.ts';
import { useWords } from '../../ui/use-words.ts';
import { type SettingsTexts, textsOf } from './setting-texts.ts';
import { changedPaths, type Path, type StoredSettings } from './settings-draft.ts';
import type { SettingsFormOf } from './use-saving.ts';

interface Base {
  readonly stored: StoredSettings;
  readonly texts: SettingsTexts;
  /** Fields typed here that somebody else has saved meanwhile. */
  readonly meanwhile: readonly Path[];
}

export function useSettingsBase(stored: StoredSettings) {
  const bridge = useBridge();
  const { amountText } = useWords();
  const [base, setBase] = useState<Base>(() => ({ stored, texts: textsOf(stored, amountText), meanwhile: [] }));

  /** Untouched fields follow the stored values; typed ones stay. */
  async function readAgain(form: SettingsFormOf): Promise<void> {
    const outcome = await callMain(bridge, 'settings.read', {});
    if (!outcome.ok) return;
    const typed = structuredClone(form.getValues());
    const newer = textsOf(outcome.value, amountText);
    const mine = changedPaths(base.texts, typed);
    const meanwhile = changedPaths(base.texts, newer).filter((path) => mine.includes(path));
    flushSync(() => setBase({ stored: outcome.value, texts: newer, meanwhile }));
    form.reset(newer);
    // The PIN would have to be typed again otherwise.
    form.setValue('managerPinAgain', typed.managerPinAgain);
    for (const path of mine) form.setValue(path, get(typed, path), { shouldDirty: true, shouldValidate: true });
  }

  return { ...base, readAgain };
}
