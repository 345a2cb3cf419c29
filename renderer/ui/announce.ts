import { useEffect } from 'react';
import styles from './announce.module.css';

/** Announcements of one moment belong together and are read as one, ms. */
const TOGETHER_MS = 80;

let region: HTMLElement | undefined;
let waiting: string[] = [];
let telling: ReturnType<typeof setTimeout> | undefined;

/** Has a text read out that stands in the window already. */
export function announce(text: string): void {
  if (waiting.length === 0) telling = setTimeout(tell, TOGETHER_MS);
  if (!waiting.includes(text)) waiting.push(text);
}

export function useAnnounced(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined && text !== '') announce(text);
  }, [text]);
}

/**
 * Makes the polite region of a window, outside every screen, before there is anything to say: a region that appears together
 * with its text is often not read. It is closed off, because each text stands in the page already: whoever searches or copies
 * it meets it once. Returns how to take it away.
 */
export function prepareAnnouncements(): () => void {
  const place = document.createElement('div');
  place.className = styles.unseen ?? '';
  region = document.createElement('div');
  region.setAttribute('aria-live', 'polite');
  region.setAttribute('aria-atomic', 'true');
  place.attachShadow({ mode: 'closed' }).append(region);
  document.body.append(place);
  return () => {
    clearTimeout(telling);
    waiting = [];
    place.remove();
  };
}

function tell(): void {
  if (region !== undefined) region.textContent = waiting.join(' ');
  waiting = [];
}
