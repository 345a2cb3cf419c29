/** Style and script of the payer's page. Texts, so that the bundled app carries them along. */

export const payerStyle = `
:root { color-scheme: light dark; --ink: #14213d; --soft: #46536e; --card: #ffffff; --back: #e8edf6; --accent: #1c4ed8;
  --on-accent: #ffffff; --line: #c9d3e6; --good: #0b6b35; --bad: #a11616; --quiet: #55607a; --band: #7a4d00; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef2fb; --soft: #b9c4dc; --card: #182136; --back: #0b1120;
  --accent: #8fb4ff; --on-accent: #0b1120; --line: #33405f; --good: #6fdc9c; --bad: #ff9b9b; --quiet: #aab5cc; --band: #ffcf7d; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--back);
  color: var(--ink); font: 18px/1.4 system-ui, 'Segoe UI', sans-serif; }
main { width: min(100%, 400px); background: var(--card); border-radius: 32px; padding: 20px 24px 28px;
  box-shadow: 0 24px 60px rgb(10 20 50 / 22%); }
.band { margin: 0 0 20px; text-align: center; font-size: 16px; font-weight: 600; letter-spacing: .06em; color: var(--band); }
h1 { margin: 0; text-align: center; font-size: 22px; font-weight: 600; overflow-wrap: anywhere; }
.amount { margin: 8px 0 4px; text-align: center; font-size: clamp(36px, 13vw, 60px); font-weight: 700; line-height: 1.1;
  font-variant-numeric: tabular-nums; }
.about { margin: 0; min-height: 50px; text-align: center; color: var(--soft); font-size: 16px; overflow-wrap: anywhere; }
.state { display: grid; grid-template-columns: 48px 1fr; align-items: center; gap: 14px; min-height: 92px; margin: 16px 0;
  padding: 12px 16px; border: 2px solid var(--line); border-radius: 20px; }
.state[data-tone=going] { border-color: var(--accent); } .state[data-tone=good] { border-color: var(--good); }
.state[data-tone=bad] { border-color: var(--bad); }
.icon { display: grid; place-items: center; width: 48px; height: 48px; border-radius: 50%; background: var(--quiet);
  color: var(--card); font-size: 26px; font-weight: 700; }
[data-tone=going] .icon { background: var(--accent); } [data-tone=good] .icon { background: var(--good); }
[data-tone=bad] .icon { background: var(--bad); }
.state strong { display: block; } .state small { font-size: 16px; color: var(--soft); }
.acts { display: grid; grid-template-columns: 1fr 1fr; gap: 10px; }
button { min-height: 56px; padding: 8px 12px; border: 2px solid var(--line); border-radius: 16px; background: transparent;
  color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.main { grid-column: 1 / -1; min-height: 64px; border-color: var(--accent); background: var(--accent);
  color: var(--on-accent); }
button.quiet { grid-column: 1 / -1; min-height: 44px; border-style: dashed; font-weight: 500; font-size: 16px; }
button:focus-visible { outline: 4px solid var(--accent); outline-offset: 3px; }
button:disabled { opacity: .38; cursor: default; }
`;

export const payerScript = `
const root = document.querySelector('main');
const state = document.getElementById('state');
const texts = { icon: state.querySelector('.icon'), title: state.querySelector('strong'), detail: state.querySelector('small') };
const buttons = [...document.querySelectorAll('button[data-act]')];
let shown = '';
let busy = false;

function show(view) {
  const key = JSON.stringify(view);
  if (key === shown) return;
  shown = key;
  state.dataset.tone = view.tone;
  state.dataset.status = view.status;
  texts.icon.textContent = view.icon;
  texts.title.textContent = view.title;
  texts.detail.textContent = view.detail;
  for (const button of buttons) button.disabled = !view.acts.includes(button.dataset.act);
  if (view.returnUrl) setTimeout(() => { location.href = view.returnUrl; }, 2500);
}

function lost() {
  show({ tone: 'bad', icon: '!', title: 'The sandbox cannot be reached', detail: 'Trying again.', status: '', acts: [] });
}

async function ask(path, options) {
  const answer = await fetch(root.dataset.base + path, { ...options, cache: 'no-store' });
  if (!answer.ok) throw new Error(String(answer.status));
  show(await answer.json());
}

for (const button of buttons) {
  button.addEventListener('click', async () => {
    busy = true;
    for (const other of buttons) other.disabled = true;
    shown = '';
    await ask('/' + button.dataset.act, { method: 'POST' }).catch(lost);
    busy = false;
  });
}

async function follow() {
  if (!busy) await ask('/state', {}).catch(lost);
  setTimeout(follow, 600);
}
follow();
`;
