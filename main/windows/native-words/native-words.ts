import type { Language } from '../../../preload/contract/counter.ts';
import { dutch } from './dutch.ts';
import { english, type NativeWords } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';

/**
 * The words of what has no page of ours: menu, window titles, the dialog of a start that failed, and the page that stands
 * in for a crashed one. They are in main, because the renderer's texts may be what fails.
 */
export type { NativeWords };

export const nativeWords: Readonly<Record<Language, NativeWords>> = {
  en: english,
  nl: dutch,
  fr: french,
  de: german,
};
