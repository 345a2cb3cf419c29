import type { ServiceProfile } from '../../../preload/contract/provisioning.ts';
import type { SettingsTexts } from '../../ui/setting-texts.ts';
import type { GuideStep } from '../guide/guide-steps.ts';

export interface GuideState {
  readonly isOpen: boolean;
  /** The interrupted guide, without secrets. Null: never opened, or completed. */
  readonly kept: { readonly step: GuideStep; readonly texts: SettingsTexts } | null;
  /** Fills in the guide's first question, once. */
  readonly profile: ServiceProfile | null;
  open(isOpen: boolean): void;
  keep(kept: GuideState['kept']): void;
  takeProfile(profile: ServiceProfile | null): void;
}

export function guideState(set: (change: Partial<GuideState>) => void): GuideState {
  return {
    isOpen: false,
    kept: null,
    profile: null,
    open: (isOpen) => set({ isOpen }),
    keep: (kept) => set({ kept }),
    takeProfile: (profile) => set({ profile }),
  };
}
