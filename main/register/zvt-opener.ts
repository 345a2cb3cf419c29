import { join } from 'node:path';
import type { Clock, Random } from '../base/clock.ts';
import { dataFiles } from '../base/data-files.ts';
import type { Log } from '../base/log.ts';
import { toTillError } from '../base/till-error.ts';
import type { SettingsSaver } from '../settings/save-settings.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Till } from '../till/switchable-till.ts';
import type { PaymentsByKey } from './payments-by-key.ts';
import { ReceiptNumbers } from './receipt-numbers.ts';
import type { Register } from './register-payment.ts';
import type { RegisterRecord } from './register-record.ts';
import type { ZvtAlarms } from './zvt/settlement.ts';

interface ZvtOpenerParts {
  readonly till: Till;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly save: Pick<SettingsSaver, 'counter'>;
  readonly record: RegisterRecord;
  readonly dataFolder: string;
  readonly alarms: ZvtAlarms;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  readonly log: Log;
}

/** Opens the port for ZVT. ZVT has no proof of who asks: never over the network. Errors: those of `listenForZvt`. */
export function zvtOpener(parts: ZvtOpenerParts, payments: PaymentsByKey) {
  const { till, store, record, dataFolder, log } = parts;
  const receiptNumbers = new ReceiptNumbers({
    log,
    reserved: () => record.now().receiptNumbers,
    reserve: (count) => record.edit(({ receiptNumbers: before = 0 }) => ({ receiptNumbers: Math.max(before, count) })),
  });
  return async (register: Register, port: number) => {
    const { listenForZvt, ZvtTerminal } = await import('./zvt/terminal.ts');
    const { Unconfirmed } = await import('./zvt/settlement.ts');
    const { zvtTerminalId } = await import('./zvt/results.ts');
    // The first payment must not wait for the keychain.
    if (!receiptNumbers.isReady) await receiptNumbers.reserve();
    const terminal = new ZvtTerminal({
      ...parts,
      payments,
      receiptNumbers,
      register,
      async shift() {
        const { payments: counted, refunds } = await till.requireOpen().shifts.soFar();
        return counted.paid.sum - refunds.refunded.sum;
      },
      unconfirmed: new Unconfirmed(join(dataFolder, dataFiles.zvt), log),
      terminalId: zvtTerminalId(store.file.terminalId),
      isTrainingAlone: () => till.mode === 'training' && store.file.counter.register?.training !== true,
    });
    return listenForZvt(terminal, port);
  };
}

/** *Train with the register* ends with training, and the notice of a refusal with the reason for it. */
export async function endTraining({ till, store, save, log, alarms }: ZvtOpenerParts): Promise<void> {
  const { counter } = store.file;
  if (till.mode === 'live' || counter.register?.training === true) alarms.trainingOver();
  if (till.mode !== 'live' || counter.register?.training !== true) return;
  const register = { ...counter.register, training: false };
  await till
    .adjustAfter(() => save.counter({ ...counter, register }, undefined))
    .catch((thrown: unknown) => log.warn(toTillError(thrown)));
}
