import { z } from 'zod';
import { descriptionField, referenceField } from '../../preload/contract/fields.ts';
import type { Notice, TillSnapshot } from '../../preload/contract/views.ts';
import { omitUndefined } from '../base/omit-undefined.ts';
import { isEnd } from '../domain/sale-record.ts';
import type { SettingsStore } from '../settings/settings-store.ts';
import type { Till } from '../till/switchable-till.ts';
import { type NoticeCode, type Notices, notice } from './notices.ts';

interface DraftLinksParts {
  readonly till: Pick<Till, 'ready' | 'opened'>;
  readonly store: Pick<SettingsStore, 'file'>;
  readonly notices: Pick<Notices, 'put' | 'clear'>;
  changed(): void;
}

export type DraftLinks = ReturnType<typeof createDraftLinks>;

/** Links such as `tillmate://charge?amount=4.20`. Any page or program can open one, so they only prefill a sale. */
export function createDraftLinks({ till, store, notices, changed }: DraftLinksParts) {
  let handed: TillSnapshot['handedDraft'];
  let number = 0;
  const refuse = (code: NoticeCode, values?: Notice['values']) =>
    notices.put(notice(code, { id: 'draft', ...omitUndefined({ values }) }));
  return {
    async open(link: string): Promise<void> {
      await till.ready;
      const draft = readDraftLink(link);
      const sale = till.opened?.sales.current() ?? undefined;
      const { register, maximum } = store.file.counter;
      if (register?.on !== true) return refuse('draft.off');
      if (draft === undefined) return refuse('draft.malformed');
      if (draft.amount > maximum) return refuse('draft.above-maximum', { amount: draft.amount, maximum });
      if (sale !== undefined && !isEnd(sale.stage)) return refuse('draft.busy');
      number += 1;
      handed = { id: number, ...draft };
      notices.clear('draft');
      changed();
    },
    view: () => handed,
    /** Removes the draft after the window has received it. */
    take(id: number): void {
      if (handed?.id !== id) return;
      handed = undefined;
      changed();
    },
  };
}

const fields = z.strictObject({
  amount: z
    .string()
    .regex(/^\d{1,8}([.,]\d{1,2})?$/)
    .transform((text) => Math.round(Number(text.replace(',', '.')) * 100))
    .refine((cents) => cents > 0),
  currency: z.literal('EUR').optional(),
  reference: referenceField.default(''),
  description: descriptionField.default(''),
});

function readDraftLink(link: string): Omit<z.output<typeof fields>, 'currency'> | undefined {
  if (!URL.canParse(link)) return undefined;
  const { protocol, host, pathname, hash, searchParams } = new URL(link);
  const parameters = [...searchParams];
  const isPlain =
    protocol === 'tillmate:' && host.toLowerCase() === 'charge' && ['', '/'].includes(pathname) && hash === '';
  if (!isPlain || new Set(searchParams.keys()).size !== parameters.length) return undefined;
  const { data } = fields.safeParse(Object.fromEntries(parameters));
  return data && { amount: data.amount, reference: data.reference, description: data.description };
}
