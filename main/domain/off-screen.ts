import { hasEnded, isElsewhere, type SaleRecord } from './sale-record.ts';

/** `over`: the sale was shown as ended, or a later charge of this till on its POS superseded the sale. */
type Standing = 'on-screen' | 'parked' | 'over' | 'recovered' | 'elsewhere';

interface Rule {
  /** Rule for a payment that appears in time for a cancel. */
  readonly appears: 'follow' | 'cancel';
  readonly paid: 'show' | 'alarm';
}

/** Rules of docs/architecture.md, "A payment off the screen". */
const RULES: Readonly<Record<Standing, Rule>> = {
  'on-screen': { appears: 'follow', paid: 'show' },
  parked: { appears: 'follow', paid: 'alarm' },
  over: { appears: 'cancel', paid: 'alarm' },
  recovered: { appears: 'follow', paid: 'alarm' },
  elsewhere: { appears: 'follow', paid: 'show' },
};

export function ruleOf(sale: SaleRecord): Rule {
  return RULES[standingOf(sale)];
}

function standingOf(sale: SaleRecord): Standing {
  if (isElsewhere(sale)) return 'elsewhere';
  if (sale.origin === 'elsewhere') return 'recovered';
  if (sale.superseded || hasEnded(sale)) return 'over';
  return sale.dismissed ? 'parked' : 'on-screen';
}
