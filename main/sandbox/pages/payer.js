import { find } from './dom.js';

/** @import { PayerView } from '../http/payer-routes.ts' */
/** @typedef {Omit<PayerView, 'status'> & { readonly status: string }} Shown */

const POLL_MS = 600;
/** Time for the payer to read the confirmation. */
const RETURN_MS = 2500;

/** @type {Shown} */
const unreachable = {
  tone: 'bad',
  title: 'The sandbox cannot be reached',
  detail: 'Trying again.',
  status: '',
  acts: [],
};

const root = find(document, 'main', HTMLElement);
const state = find(root, '.state', HTMLElement);
const title = find(state, 'strong', HTMLElement);
const detail = find(state, 'small', HTMLElement);
const buttons = [...root.querySelectorAll('button')];
let shown = '';
let isActing = false;

/** @param {Shown} view */
function show(view) {
  const text = JSON.stringify(view);
  // Screen readers announce the state when its text is set, so an unchanged state is left alone.
  if (text === shown) return;
  shown = text;
  state.dataset['tone'] = view.tone;
  state.dataset['status'] = view.status;
  title.textContent = view.title;
  detail.textContent = view.detail;
  for (const button of buttons) button.disabled = !view.acts.includes(button.dataset['act'] ?? '');
  const { returnUrl } = view;
  if (returnUrl !== undefined) setTimeout(() => location.assign(returnUrl), RETURN_MS);
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function load(path, options) {
  try {
    const answer = await fetch(`${root.dataset['base']}/${path}`, { ...options, cache: 'no-store' });
    show(answer.ok ? await answer.json() : unreachable);
  } catch {
    show(unreachable);
  }
}

/** @param {HTMLButtonElement} button */
async function act(button) {
  isActing = true;
  for (const other of buttons) other.disabled = true;
  shown = '';
  await load(button.dataset['act'] ?? '', { method: 'POST' });
  isActing = false;
}

async function poll() {
  if (!isActing) await load('state');
  setTimeout(poll, POLL_MS);
}

for (const button of buttons) button.addEventListener('click', () => act(button));
show(JSON.parse(root.dataset['view'] ?? ''));
await poll();
