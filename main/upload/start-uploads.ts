import { type Clock, sleep } from '../base/clock.ts';
import { KeptOpen } from '../base/kept-open.ts';
import type { Log } from '../base/log.ts';
import { toTillError } from '../base/till-error.ts';
import type { Chain } from '../identity/sealed-record.ts';
import { accountOf } from '../settings/account-of-settings.ts';
import type { Till } from '../till/switchable-till.ts';
import { type OfMain, type UploadInThread, type UploadOrder, uploadInThread } from './upload-in-thread.ts';
import type { UploadFacts, UploadNews } from './uploader.ts';

export interface UploadParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly dataFolder: string;
  readonly till: Pick<Till, 'mode' | 'opened'>;
  readonly inThread?: UploadInThread;
  changed(): void;
}

interface OfHeadOffice extends Pick<OfMain, 'proxy' | 'settings'> {
  chain(): Chain | undefined;
  /** Key of the journals' seal; undefined while the keychain does not answer. */
  sealKey(): Buffer | undefined;
  facts(): UploadFacts;
}

/** The start and the first sale have priority. */
const START_MS = 30_000;
const AGAIN_MS = 60_000;
/** Events written together are uploaded together, and not while a sale is being created. */
const SOON_MS = 2_000;

/** A sale begun within this time has priority. */
const BEGUN_MS = 1_000;

/** While the journal is open and the till is enrolled. */
export function createUploads(parts: UploadParts, { chain, sealKey, facts, ...main }: OfHeadOffice) {
  const { clock, log, dataFolder, till, inThread = uploadInThread } = parts;
  const news = createNews(clock);
  let shown: UploadNews = {};
  let failingSince: number | undefined;
  let isDue = false;

  function report({ fault, ...more }: UploadNews): void {
    if (fault !== undefined && fault.code !== shown.fault?.code) log.warn(fault);
    failingSince = fault && (failingSince ?? clock.now());
    shown = { ...shown, ...more, fault };
  }

  function wanted(): UploadOrder | undefined {
    const { mode, opened } = till;
    const [enrolled, seal] = [chain(), sealKey()];
    if (!isDue || enrolled === undefined || seal === undefined || mode !== 'live' || opened === undefined)
      return undefined;
    const { address, till: number, privateKey } = enrolled;
    const inUse = { account: accountOf(opened.settings), file: opened.journal.file };
    return { address, till: number, privateKey, sealKey: seal.toString('base64url'), dataFolder, inUse };
  }

  async function keepUploading(order: UploadOrder, signal: AbortSignal): Promise<void> {
    const waited = async (ms: number) => {
      await news.wait(ms, signal);
      return facts();
    };
    const turn = async () => {
      const wait = BEGUN_MS - (till.opened?.sales.beganAgoMs ?? BEGUN_MS);
      if (wait > 0) await sleep(clock, wait, signal).catch(() => undefined);
    };
    while (!signal.aborted) {
      try {
        return await inThread(order, signal, { ...main, news: waited, turn, report });
      } catch (thrown) {
        report({ fault: toTillError(thrown) });
      }
      await sleep(clock, AGAIN_MS, signal).catch(() => undefined);
    }
  }

  const kept = new KeptOpen({
    ...parts,
    wanted,
    async open(order: UploadOrder) {
      const stop = new AbortController();
      const done = keepUploading(order, stop.signal);
      const close = () => {
        stop.abort();
        return done;
      };
      return { close };
    },
  });
  const begin = () => {
    isDue = true;
    kept.follow();
  };
  const stopWaiting = clock.after(START_MS, begin);

  return {
    begin,
    /** Called when an event may have been written, or the enrolment may have changed. */
    follow(): void {
      kept.follow();
      news.notify();
    },
    shown: (): UploadNews => shown,
    /** ms since the epoch; set while every attempt has failed. */
    failingSince: () => failingSince,
    forget(): void {
      [shown, failingSince] = [{}, undefined];
    },
    close(): Promise<void> {
      stopWaiting();
      return kept.close();
    },
  };
}

function createNews(clock: Pick<Clock, 'after'>) {
  let isNew = false;
  let shorten: (() => void) | undefined;
  return {
    notify(): void {
      isNew = true;
      shorten?.();
    },
    wait(ms: number, signal: AbortSignal): Promise<void> {
      return new Promise((resolve) => {
        let cancel = clock.after(ms, end);
        function end(): void {
          cancel();
          [shorten, isNew] = [undefined, false];
          signal.removeEventListener('abort', end);
          resolve();
        }
        shorten = () => {
          shorten = undefined;
          cancel();
          cancel = clock.after(Math.min(ms, SOON_MS), end);
        };
        if (isNew) shorten();
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      });
    },
  };
}
