import type { AlertKind } from './raise.ts';
import type { AlertMessage, Told } from './watch.ts';

const WORDS: Readonly<Record<AlertKind, string>> = {
  'till.silent': 'is not heard',
  'till.branch': 'ships another journal: it was restored or replaced',
  'till.foreign-key': 'got a request that another key signed',
  'till.forged': 'ships events that do not follow each other',
  'till.clock': 'has a clock that is off',
  'till.keychain': 'cannot use its keychain',
  'till.journal': 'cannot write its journal as it should',
  'till.disk': 'has little space left on its disk',
  'batch.replayed': 'got events again that it shipped before',
  'settings.failed': 'could not apply the settings of head office',
  'sale.unknown': 'has a sale without an outcome',
  'refund.odd': 'has many refunds of one person',
  'payout.late': 'no payout of late',
};

/** Lines of a list; the page has the others. */
const MOST_LINES = 100;

/** A mail's subject and plain text. */
export function mailOf(chain: string, { raised, ended }: AlertMessage, timeZone: string) {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const line = ({ kind, till, tillName, shop, shopName, about, detail, raisedAt }: Told) => {
    const where = till === null ? '' : `${shopName ?? shop}, ${tillName ?? `till ${till}`} `;
    const more = Object.entries(detail ?? {}).map(([name, value]) => `${name} ${value}`);
    return `${time.format(raisedAt)}  ${where}${WORDS[kind as AlertKind] ?? kind} ${[about, ...more].filter(Boolean).join(', ')}`.trim();
  };
  const list = (title: string, all: readonly Told[]) => {
    if (all.length === 0) return [];
    const more = all.length > MOST_LINES ? [`and ${all.length - MOST_LINES} more`] : [];
    return [title, ...all.slice(0, MOST_LINES).map(line), ...more, ''];
  };
  const subject = raised.length === 0 ? `${ended.length} ended` : `${raised.length} new`;
  return {
    subject: `${chain}: ${subject}`,
    text: [...list('New:', raised), ...list('Ended:', ended)].join('\n'),
  };
}
