import { useEffect } from 'react';
import styles from './announce.module.css';

/** Announcements of one moment belong together and are read as one, ms. */
const TOGETHER_MS = 80;

let region: HTMLElement | undefined;
let waiting: string[] = [];

/**
 * Has a text read out that stands in the window already. There is one polite region for each window, outside every screen,
 * so that it stays when screens come and go: a region that appears together with its text is often not read.
 */
export function announce(text: string): void {
  region ??= madeRegion();
  if (waiting.length === 0) setTimeout(tell, TOGETHER_MS);
  if (!waiting.includes(text)) waiting.push(text);
}

/** Has the text read out now, and again whenever it becomes another one. Undefined and empty: nothing is to be said. */
export function useAnnounced(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined && text !== '') announce(text);
  }, [text]);
}

/** Makes the region before there is anything to say. */
export function prepareAnnouncements(): void {
  region ??= madeRegion();
}

function tell(): void {
  if (region !== undefined) region.textContent = waiting.join(' ');
  waiting = [];
}

/** Closed off from the page, because each text stands there already: whoever searches or copies it meets it once. */
function madeRegion(): HTMLElement {
  const place = document.createElement('div');
  place.className = styles.unseen ?? '';
  const made = document.createElement('div');
  made.setAttribute('aria-live', 'polite');
  made.setAttribute('aria-atomic', 'true');
  place.attachShadow({ mode: 'closed' }).append(made);
  document.body.append(place);
  return made;
}
