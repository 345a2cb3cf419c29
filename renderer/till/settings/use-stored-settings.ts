import { useEffect, useRef, useState } from 'react';
import type { SettingsView } from '../../../preload/contract/settings.ts';
import type { ErrorView } from '../../../preload/contract/views.ts';
import { callMain, useBridge } from '../../ui/ask-main.ts';
import { useTill } from '../till-store.ts';

interface Read {
  readonly stored: SettingsView;
  /** Counts the reads: each makes the form anew. */
  readonly time: number;
}

/** `refused`: without keys the form opens all the same, because they are entered again there. */
export function useStoredSettings() {
  const bridge = useBridge();
  const [read, setRead] = useState<Read>();
  const [refused, setRefused] = useState<ErrorView>();
  const counter = useTill((till) => till.counter);
  const nothingStored = useRef({ settings: null, counter, apiKeySet: false, pinSet: false, version: '' }).current;
  const [reads, setReads] = useState(0);
  useEffect(() => {
    let gone = false;
    // Main alone knows the keys of the keychain after a save.
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
