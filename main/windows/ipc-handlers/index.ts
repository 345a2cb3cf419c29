import { backupHandlers } from './backup.ts';
import { checksHandlers } from './checks.ts';
import { diagnosisHandlers } from './diagnosis.ts';
import { exportHandlers } from './export.ts';
import type { HandlerParts, Handlers } from './handler.ts';
import { keysHandlers } from './keys.ts';
import { logsHandlers } from './logs.ts';
import { packHandlers } from './pack.ts';
import { paperHandlers } from './paper.ts';
import { paymentsHandlers } from './payments.ts';
import { payoutsHandlers } from './payouts.ts';
import { peopleHandlers } from './people.ts';
import { provisioningHandlers } from './provisioning.ts';
import { recordHandlers } from './record.ts';
import { refundHandlers } from './refund.ts';
import { saleHandlers } from './sale.ts';
import { sessionHandlers } from './session.ts';
import { settingsHandlers } from './settings.ts';
import { shiftHandlers } from './shift.ts';
import { stickerHandlers } from './sticker.ts';
import { terminalHandlers } from './terminal.ts';
import { trainingHandlers } from './training.ts';
import { updatesHandlers } from './updates.ts';
import { windowHandlers } from './window.ts';

export function ipcHandlers(parts: HandlerParts): Handlers {
  return {
    ...windowHandlers(parts),
    ...saleHandlers(parts),
    ...paymentsHandlers(parts),
    ...paperHandlers(parts),
    ...refundHandlers(parts),
    ...sessionHandlers(parts),
    ...settingsHandlers(parts),
    ...shiftHandlers(parts),
    ...terminalHandlers(parts),
    ...provisioningHandlers(parts),
    ...trainingHandlers(parts),
    ...updatesHandlers(parts),
    ...payoutsHandlers(parts),
    ...peopleHandlers(parts),
    ...recordHandlers(parts),
    ...exportHandlers(parts),
    ...stickerHandlers(parts),
    ...keysHandlers(parts),
    ...backupHandlers(parts),
    ...logsHandlers(parts),
    ...packHandlers(parts),
    ...diagnosisHandlers(parts),
    ...checksHandlers(parts),
  };
}
