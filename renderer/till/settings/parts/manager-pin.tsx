import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { SettingsTexts } from '../setting-texts.ts';
import { Setting } from '../settings-inputs.tsx';

/** A new PIN of the manager. Nobody sees what they type, so it is typed twice. */
export function ManagerPin({ hint }: { readonly hint: string }) {
  const { setValue } = useFormContext<SettingsTexts>();
  const isTyped = useWatch<SettingsTexts, 'managerPin'>({ name: 'managerPin' }) !== '';
  useEffect(() => {
    if (!isTyped) setValue('managerPinAgain', '', { shouldDirty: true, shouldValidate: true });
  }, [isTyped, setValue]);
  return (
    <>
      <Setting path="managerPin" secret hint={hint} />
      {isTyped && <Setting path="managerPinAgain" secret />}
    </>
  );
}
