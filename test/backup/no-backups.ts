import type { HandlerParts } from '../../main/windows/ipc-handlers/handler.ts';

/** For handlers that are not about backups: none was ever made. */
export const noBackups: HandlerParts['backups'] = {
  status: () => ({ last: null, lastMadeAt: null, daily: null, underWay: false }),
  requirePassphrase: () => undefined,
  offer: (folder) => folder,
  proposedName: () => 'Tillmate.tillmate',
  create: async () => ({ file: 'Tillmate.tillmate', bytes: 1 }),
  setDaily: async () => undefined,
  daysOff: async () => undefined,
  dailyNow: async () => undefined,
};

export const noRestoring: HandlerParts['restoring'] = {
  choose: async (path) => ({ id: 1, file: path }),
  open: async (id) => ({
    id,
    file: 'Tillmate.tillmate',
    madeAt: 0,
    madeBy: '1.0.0',
    otherTerminal: false,
    takesPlace: true,
    changes: [],
    people: [],
    pins: 'none',
    journals: [],
    keys: 'none',
    keysLost: [],
    missing: [],
    kept: 'replaced',
    needsPin: false,
  }),
  confirm: async () => undefined,
  cancel: () => undefined,
};
