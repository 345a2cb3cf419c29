import { beginRestored } from '../../../main/journal/restored-journal.ts';
import { begunsOf } from '../../../main/journal/tampering.ts';
import type { SeededDraw } from '../world/seeded-draw.ts';
import type { World } from '../world/simulated-world.ts';
import { KEY } from './simulated-keychain.ts';
import type { SimulatedTill } from './simulated-till.ts';
import type { TillProcess } from './till-process.ts';

export type JournalTrouble = 'damaged' | 'gone' | 'restored' | 'other account';

/** Early, so that registers repeat their requests after the till has recovered its payments. */
const MOSTLY_WITHIN_MS = 25_000;

/** Plans the trouble of one till's journal. Draws only from `draw`, so that the rest of the world stays unchanged. */
export function planJournalTrouble({ timeline, conditions }: World, till: SimulatedTill, draw: SeededDraw): void {
  const trouble = draw.weighted({ none: 3, damaged: 2, gone: 2, restored: 3, 'other account': 2 });
  const openMs = conditions.night?.at ?? conditions.roughMs;
  const [at, later] = [draw.between(2_000, Math.min(openMs, MOSTLY_WITHIN_MS)), draw.between(1_000, 30_000)];
  if (trouble === 'none') return;
  // With a changed posId a till does not recognise its lost payments; with a shared posId two tills recover each
  // other's payments.
  const isRecovered = conditions.settingsChange === 0 && !conditions.samePos;
  if (trouble !== 'other account' && !isRecovered) return;
  // Without a keychain a missing journal looks like a first start.
  const isUnseen = trouble === 'gone' && till.keychain === undefined;
  if (trouble === 'restored') timeline.after(draw.between(1_000, at), () => till.backUp());
  timeline.after(at, () => till.replaceJournal(isUnseen ? 'damaged' : trouble));
  if (trouble === 'other account') timeline.after(at + later, () => till.replaceJournal(trouble));
}

/** Restores like `main/backup/bring-back.ts` on a terminal that lost its journal after the backup. */
export function restoreJournal(world: World, till: SimulatedTill, running: TillProcess, backup: Uint8Array): void {
  const { disk, name, journalFile, account, settings, keychain } = till;
  const file = `${account}/restored.sqlite`;
  disk.put(file, backup);
  const copy = disk.peek(file);
  const anchor = beginRestored({
    file,
    disk: disk.mount(running),
    clock: till,
    random: world.draw.stream(),
    terminal: { terminalId: name, shopId: 'shop-1', posId: settings.posId },
    sealKey: KEY,
    madeAt: till.now(),
    replaces: '',
    salts: copy === undefined ? [] : begunsOf(copy).map(({ event }) => event.salt),
    lastShift: undefined,
    act: { type: 'act', act: 'backup-restored', by: { role: 'manager' }, about: file },
    alarm: false,
  });
  disk.mount(running).rename(file, journalFile);
  keychain?.restored(account, anchor);
}
