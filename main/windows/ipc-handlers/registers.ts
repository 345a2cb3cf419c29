import { omitUndefined } from '../../base/omit-undefined.ts';
import type { RegisterLink } from '../../register/register-link.ts';
import type { HeadOffice } from '../../upload/head-office.ts';
import { type CommonParts, type HandlersOf, prolonging } from './handler.ts';

export interface LinkParts {
  readonly registerLink: Omit<RegisterLink, 'close'>;
  readonly headOffice: Pick<HeadOffice, 'enrol' | 'leave' | 'view' | 'failingSince'>;
}

export function registersHandlers({ clock, till }: CommonParts, { registerLink }: LinkParts): HandlersOf<'registers'> {
  const { pairing: registers } = registerLink;
  const byPerson = prolonging(till);
  return {
    /** Polled by the window each second, so does not prolong a session. */
    'registers.read': () => {
      const pairing = registers.pairing();
      const { host, port, fingerprint } = registerLink.address() ?? {};
      const scheme = fingerprint === undefined ? 'http' : 'https';
      return {
        registers: registerLink.paired(),
        unpaired: registerLink.unpaired(),
        problems: registerLink.faults().map((fault) => fault.toView()),
        ...omitUndefined({
          refundLimit: registerLink.lowerRefundLimit(),
          pairing: pairing && { code: pairing.code, leftMs: Math.max(0, pairing.until - clock.now()) },
          address:
            host === undefined ? undefined : { url: `${scheme}://${host}:${port}`, ...omitUndefined({ fingerprint }) },
        }),
      };
    },
    'registers.begin-pairing': byPerson(() => void registers.beginPairing()),
    'registers.stop-pairing': byPerson(() => registers.stopPairing()),
    'registers.decide': byPerson(({ id, decision }) => registerLink.decide(id, decision)),
    'registers.end': byPerson(({ id }) => registerLink.end(id)),
  };
}
