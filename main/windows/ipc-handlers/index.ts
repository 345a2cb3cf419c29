import { exportHandlers } from './export.ts';
import type { CommonParts, Handlers, SystemParts } from './handler.ts';
import { headOfficeHandlers } from './head-office.ts';
import { keysHandlers } from './keys.ts';
import { paperHandlers, stickerHandlers } from './paper.ts';
import { type PaymentsParts, paymentsHandlers, payoutsHandlers, recordHandlers, shiftHandlers } from './payments.ts';
import { peopleHandlers } from './people.ts';
import { type LinkParts, registersHandlers } from './registers.ts';
import { refundHandlers, saleHandlers, trainingHandlers } from './sale.ts';
import { settingsHandlers } from './settings.ts';
import { checksHandlers, diagnosisHandlers, logsHandlers, packHandlers, type SupportParts } from './support.ts';
import {
  backupHandlers,
  provisioningHandlers,
  type TerminalParts,
  terminalHandlers,
  updatesHandlers,
} from './terminal.ts';
import { type WindowParts, windowHandlers } from './window.ts';

export interface HandlerParts {
  readonly common: CommonParts;
  readonly system: SystemParts;
  readonly windows: WindowParts;
  readonly payments: PaymentsParts;
  readonly terminal: TerminalParts;
  readonly links: LinkParts;
  readonly support: SupportParts;
}

export function ipcHandlers(parts: HandlerParts): Handlers {
  const { common, system, windows, payments, terminal, links, support } = parts;
  return {
    ...windowHandlers(common, windows),
    ...saleHandlers(common, terminal, payments),
    ...paymentsHandlers(common, payments),
    ...paperHandlers(common, system, windows),
    ...refundHandlers(common, terminal),
    ...settingsHandlers(common),
    ...shiftHandlers(common),
    ...terminalHandlers(common, terminal),
    ...provisioningHandlers(common, system, terminal),
    ...trainingHandlers(common, system),
    ...updatesHandlers(common, terminal),
    ...payoutsHandlers(common, payments),
    ...peopleHandlers(common),
    ...registersHandlers(common, links),
    ...headOfficeHandlers(common, links),
    ...recordHandlers(common),
    ...exportHandlers({ ...common, ...system, ...payments }),
    ...stickerHandlers(common, system),
    ...keysHandlers(common, system, terminal),
    ...backupHandlers(common, system, terminal),
    ...logsHandlers(common, support),
    ...packHandlers(common, system, support),
    ...diagnosisHandlers(common, system, support, terminal),
    ...checksHandlers(common, support),
  };
}
