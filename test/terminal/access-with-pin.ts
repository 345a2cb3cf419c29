import type { Access } from '../../main/terminal/manager-session.ts';
import { hashPin } from '../../main/terminal/pin.ts';
import type { CountedTries } from '../../main/terminal/pin-tries.ts';

/** The access to a terminal whose one manager has this PIN; tries are counted in memory where nothing else does it. */
export async function accessWith(pin: string, tries: CountedTries = countInMemory()): Promise<Access> {
  return { kind: 'pin', people: [{ id: 'm1', name: 'Manager', role: 'manager', pin: await hashPin(pin) }], tries };
}

export function countInMemory(): CountedTries {
  let wrongTries = 0;
  return {
    get wrongTries() {
      return wrongTries;
    },
    async setWrongTries(count) {
      wrongTries = count;
    },
  };
}
