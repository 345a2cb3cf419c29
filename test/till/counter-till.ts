import { isEnd } from '../../main/domain/sale-record.ts';
import { Reconciliation } from '../../main/reconcile/reconciliation.ts';
import { Shifts } from '../../main/reports/shifts.ts';
import { makeSigningKey } from '../../main/service/signing-key.ts';
import type { TerminalSettings } from '../../main/settings/settings.ts';
import type { OpenTill } from '../../main/till/open-till.ts';
import { createConnection } from '../../main/till/service-connection.ts';
import { provisioningFile } from '../provisioning/sample-provisioning-file.ts';
import type { Counter } from '../sale/counter.ts';
import { terminalSettings } from '../settings/terminal-settings.ts';
import { silentLog } from '../settings/terminal-with-record.ts';

export function liveSettings(change: object = {}): TerminalSettings {
  const { keys: _keys, managerPin: _pin, ...fields } = provisioningFile();
  return terminalSettings.parse({ ...fields, ...change });
}

/**
 * Opens a till with the counter's journal, sales and refunds, which use its scripted service. The connection is the
 * app's own but never used; nothing is watched.
 */
export function counterTill(counter: Counter, settings: TerminalSettings, change: Partial<OpenTill> = {}): OpenTill {
  const { journal, sales, refunds, clock, random } = counter;
  const signingKey = makeSigningKey('till-42');
  const connection = createConnection({ settings, signingKey, apiKey: undefined, clock, random, log: silentLog });
  const shifts = new Shifts({
    journal,
    service: counter.service,
    clock,
    terminal: { environment: 'PREPROD', ...settings.shop, ...settings.pos, terminalId: 'till-1' },
    skewMs: () => counter.skewMs,
    isSelling: () => {
      const sale = sales.current();
      return sale !== null && !isEnd(sale.stage);
    },
  });
  return {
    settings,
    journal,
    sales,
    refunds,
    shifts,
    reconciliation: new Reconciliation({
      file: ':memory:',
      service: connection.service,
      journal,
      own: { posId: settings.pos.posId, profileId: settings.merchant.profileId },
      clock,
      skewMs: () => 0,
      isSelling: () => false,
      closedShifts: () => [],
      pause: async () => undefined,
      log: silentLog,
    }),
    connection,
    probe: { refusal: undefined },
    serviceKeys: { trouble: undefined },
    callbackError: undefined,
    signWith: connection.signWith,
    networkReturned: () => sales.networkReturned(),
    close: async () => {
      await connection.close();
      await counter.close();
    },
    ...change,
  };
}
