import { exportHandlers } from './export.ts';
import type { HandlerParts, Handlers } from './handler.ts';
import { headOfficeHandlers } from './head-office.ts';
import { keysHandlers } from './keys.ts';
import { paperHandlers, stickerHandlers } from './paper.ts';
import { paymentsHandlers, payoutsHandlers, recordHandlers, shiftHandlers } from './payments.ts';
import { peopleHandlers } from './people.ts';
import { registersHandlers } from './registers.ts';
import { refundHandlers, saleHandlers, trainingHandlers } from './sale.ts';
import { settingsHandlers } from './settings.ts';
import { checksHandlers, diagnosisHandlers, logsHandlers, packHandlers } from './support.ts';
import { backupHandlers, provisioningHandlers, terminalHandlers, updatesHandlers } from './terminal.ts';
import { windowHandlers } from './window.ts';

export function ipcHandlers(parts: HandlerParts): Handlers {
  return {
    ...windowHandlers(parts),
    ...saleHandlers(parts),
    ...paymentsHandlers(parts),
    ...paperHandlers(parts),
    ...refundHandlers(parts),
    ...settingsHandlers(parts),
    ...shiftHandlers(parts),
    ...terminalHandlers(parts),
    ...provisioningHandlers(parts),
    ...trainingHandlers(parts),
    ...updatesHandlers(parts),
    ...payoutsHandlers(parts),
    ...peopleHandlers(parts),
    ...registersHandlers(parts),
    ...headOfficeHandlers(parts),
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
