import { namesRecord } from '../../main/settings/read-trust.ts';
import { createActs } from '../../main/till/acts.ts';
import {
  createProvisioning,
  type ProvisioningOnStart,
  type ProvisioningParts,
} from '../../main/till/provision-on-start.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

/** The app's own provisioning at a terminal whose keys cannot be read and whose till is not open, but for what is given. */
export function provisioningWith(
  given: Pick<ProvisioningParts, 'store' | 'save' | 'log'> & Partial<ProvisioningParts>,
): ProvisioningOnStart {
  const clock = new VirtualClock();
  const { store, log } = given;
  return createProvisioning({
    clock,
    acts: createActs({ clock, log }),
    onEvent: () => undefined,
    isFresh: () => !namesRecord(store.file),
    presentKeys: () => ({}),
    till: () => {
      throw new Error('no till is open');
    },
    changed: () => undefined,
    print: () => undefined,
    readInput: async () => [],
    ...given,
  });
}
