import { Provisioner, type ProvisionerParts } from '../../main/provisioning/provisioner.ts';
import { namesRecord } from '../../main/settings/read-trust.ts';
import { actsInMemory } from '../audit/audit-log-in-memory.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const noTill: ProvisionerParts['till'] = {
  get roles(): never {
    throw new Error('no till is open');
  },
  reopenAfter: () => Promise.reject(new Error('no till is open')),
  adjustAfter: () => Promise.reject(new Error('no till is open')),
};

/** Creates the app's provisioning for a terminal without readable keys and without an open till, unless given. */
export function provisioningWith(
  given: Pick<ProvisionerParts, 'store' | 'save' | 'log'> & Partial<ProvisionerParts>,
): Provisioner {
  const clock = new VirtualClock();
  const { store, log } = given;
  return new Provisioner({
    clock,
    acts: actsInMemory({ clock, log }),
    onEvent: () => undefined,
    isFresh: () => !namesRecord(store.file),
    presentKeys: () => ({}),
    till: noTill,
    changed: () => undefined,
    print: () => undefined,
    readInput: async () => [],
    ...given,
  });
}
