import { useEffect } from 'react';
import styles from './announce.module.css';

/** Announcements within this time are read together, ms. */
const TOGETHER_MS = 80;

let region: HTMLElement | undefined;
let waiting: string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Has a screen reader announce a text already visible in the window. */
function announce(text: string): void {
  if (waiting.length === 0) timer = setTimeout(announceWaiting, TOGETHER_MS);
  if (!waiting.includes(text)) waiting.push(text);
}

export function useAnnounced(text: string | undefined): void {
  useEffect(() => {
    if (text !== undefined && text !== '') announce(text);
  }, [text]);
}

/**
 * Outside every screen and before the first text: a region inserted with its text is often not announced. In a closed
 * shadow root, because each text is in the page already: search and copy find it only once.
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
    clearTimeout(timer);
    waiting = [];
    place.remove();
  };
}

function announceWaiting(): void {
  if (region !== undefined) region.textContent = waiting.join(' ');
  waiting = [];
}
