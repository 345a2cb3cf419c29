import { useEffect, useRef, useState } from 'react';
import type { SettingsView } from '../../../preload/contract/settings.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/ask-main.ts';
import { useTill } from '../till-store.ts';

interface Read {
  readonly stored: SettingsView;
  /** Read counter: each read resets the form. */
  readonly time: number;
}

/** `refused`: with an unreadable keychain the form still opens, for entering the keys again. */
export function useStoredSettings() {
  const bridge = useBridge();
  const [read, setRead] = useState<Read>();
  const [refused, setRefused] = useState<ErrorView>();
  const counter = useTill((till) => till.counter);
  const nothingStored = useRef({ settings: null, counter, apiKeySet: false, pinSet: false, version: '' }).current;
  const [reads, setReads] = useState(0);
  useEffect(() => {
    let gone = false;
    // After a save only main knows the keys in the keychain.
    const readNow = async (time: number) => {
      const outcome = await callMain(bridge, 'settings.read', {});
      if (gone || time !== reads) return;
      setRefused(outcome.ok ? undefined : outcome.error);
      if (outcome.ok) setRead({ stored: outcome.value, time });
      else if (outcome.error.code.startsWith('keychain.')) setRead({ stored: nothingStored, time });
    };
    void readNow(reads);
    return () => {
      gone = true;
    };
  }, [bridge, reads, nothingStored]);
  return { read, refused, readAgain: () => setReads(reads + 1) };
}
