import english from '../page/words/en.json' with { type: 'json' };
import type { AlertKind } from './raise.ts';
import type { AlertMessage, ReportedAlert } from './watch.ts';

const words: Readonly<Record<`chain.alert.${AlertKind}`, string>> = english;

/** Longest list in a message; the page shows all. */
const MOST_LINES = 100;

export function mailOf(chain: string, { raised, ended }: AlertMessage, timeZone: string) {
  const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'short', timeStyle: 'short', timeZone });
  const line = ({ kind, till, tillName, shop, shopName, about, detail, raisedAt }: ReportedAlert) => {
    const where = till === null ? '' : `${shopName ?? shop}, ${tillName ?? `till ${till}`}: `;
    const more = Object.entries(detail ?? {}).map(([name, value]) => `${name} ${value}`);
    const what = [words[`chain.alert.${kind as AlertKind}`] ?? kind, about, ...more].filter(Boolean);
    return `${time.format(raisedAt)}  ${where}${what.join(', ')}`;
  };
  const list = (title: string, all: readonly ReportedAlert[]) => {
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
