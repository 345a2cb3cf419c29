import type { Backups } from '../../main/till/backups.ts';

/** For handlers that are not about backups: none was ever made. */
export const noBackups: Backups = {
  status: () => ({ last: null, lastMadeAt: null, daily: null, underWay: false }),
  requirePassphrase: () => undefined,
  offer: (folder) => folder,
  proposedName: () => 'Tillmate.tillmate',
  create: async () => ({ file: 'Tillmate.tillmate', bytes: 1 }),
  setDaily: async () => undefined,
  daysOff: async () => undefined,
  dailyNow: async () => undefined,
  choose: async (path) => ({ id: 1, file: path }),
  open: async (id) => ({
    id,
    file: 'Tillmate.tillmate',
    madeAt: 0,
    madeBy: '1.0.0',
    otherTerminal: false,
    changes: [],
    people: [],
    pins: 'none',
    journals: [],
    keys: 'none',
    missing: [],
    kept: 'replaced',
    needsPin: false,
  }),
  confirm: async () => undefined,
  cancel: () => undefined,
  underWay: false,
  close: () => undefined,
  stop: async () => undefined,
};
