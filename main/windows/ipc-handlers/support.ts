import { basename } from 'node:path';
import type { SupportKeyView } from '../../../preload/contract/pack.ts';
import { stampAt } from '../../base/days.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { TillError } from '../../base/till-error.ts';
import type { SaleRecord } from '../../domain/sale-record.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Checks } from '../../support/checks/checks.ts';
import { diagnosisText, idsOf } from '../../support/diagnosis/diagnosis.ts';
import { findLines, linesAbout, namesId } from '../../support/logs/find-lines.ts';
import type { SupportLogs } from '../../support/logs/log-level.ts';
import { readSupportKey, type SupportKey, sealedPack, supportKeyText } from '../../support/pack/support-key.ts';
import type { SupportPack } from '../../support/pack/support-pack.ts';
import { requireRole } from '../required-role.ts';
import { type CommonParts, type HandlersOf, prolonging, type SystemParts } from './handler.ts';
import { notedSave } from './settings.ts';
import type { TerminalParts } from './terminal.ts';

export interface SupportParts {
  readonly checks: Pick<Checks, 'begin' | 'view'>;
  readonly logs: SupportLogs;
  readonly supportPack: SupportPack;
}

export function checksHandlers({ till }: CommonParts, { checks }: SupportParts): HandlersOf<'checks'> {
  /** Allows checks for everyone while no PIN can be verified. Throws `TillError` `pin.required`. */
  function requireLook(): void {
    if (till.roles.current() === 'cashier' && till.pinError === undefined)
      throw new TillError('pin.required', 'Checks require a manager or support', { values: { call: 'checks' } });
  }
  return {
    'checks.run': ({ only }) => {
      requireLook();
      if (till.roles.current() !== 'cashier') till.roles.touch();
      checks.begin(only);
    },
    'checks.read': () => {
      requireLook();
      return checks.view();
    },
  };
}

export function logsHandlers({ till, acts }: CommonParts, { logs }: SupportParts): HandlersOf<'logs'> {
  const raised = () => ({ until: logs.level.until() ?? null });
  return {
    'logs.find': async ({ after, limit, ...wanted }) => {
      const { rows, next } = await findLines(logs.folder, wanted, after, limit);
      return { rows: rows.map((row) => ({ ...row, fields: { ...row.fields } })), next: next ?? null };
    },
    'logs.level': raised,
    'logs.raise': prolonging(till)((request) => {
      if (request.raised) logs.level.raise();
      else logs.level.lower();
      acts.record({ act: request.raised ? 'log-raised' : 'log-lowered', by: till.roles.actor() });
      return raised();
    }),
  };
}

export function diagnosisHandlers(
  { till, acts, clock }: CommonParts,
  { copyText }: SystemParts,
  { logs }: SupportParts,
  { about }: TerminalParts,
): HandlersOf<'diagnosis'> {
  const active = prolonging(till);
  /** The last shown text, which is the text to copy. */
  let last: { readonly saleId: string; readonly text: string } | undefined;

  /** `id`: of the journal, or a trace id, which is only in the log, in a line that may have the payment's id. */
  async function saleOf(journal: Journal, id: string): Promise<SaleRecord> {
    const known = saleNamed(journal, id);
    if (known !== undefined) return known;
    const { rows } = await findLines(logs.folder, { id }, undefined, 50);
    const ids = rows
      .filter((row) => namesId(row, id))
      .flatMap(({ fields }) => [fields['saleId'], fields['paymentId'], fields['refundKey'], fields['reference']]);
    for (const other of ids) {
      const found = typeof other === 'string' ? saleNamed(journal, other) : undefined;
      if (found !== undefined) return found;
    }
    throw new TillError('diagnosis.unknown', 'No payment with this id in journal or log', { field: 'id' });
  }

  return {
    'diagnosis.read': active(async ({ id }) => {
      const { journal, settings } = till.requireOpen();
      const sale = await saleOf(journal, id);
      const events = journal.eventsOf(sale.saleId);
      const others = othersOf(journal, sale);
      // Events after a clock change backwards may be earlier than the start.
      const from = Math.min(sale.startedAt, ...events.map(({ at }) => at));
      const { service, merchant, shop, pos } = settings;
      const text = diagnosisText({
        till: {
          version: about.version,
          terminalId: about.terminalId,
          environment: till.mode === 'training' ? 'TRAINING' : service.environment,
          ...merchant,
          shopId: shop.shopId,
          posId: pos.posId,
        },
        sale,
        others,
        events,
        log: await linesAbout(logs.folder, idsOf(sale, events, others), from),
        now: clock.now(),
      });
      last = { saleId: sale.saleId, text };
      return { saleId: sale.saleId, reference: sale.reference, text };
    }),
    'diagnosis.copy': active(async ({ saleId }) => {
      if (last?.saleId !== saleId) throw new TillError('diagnosis.unknown', 'Diagnosis replaced by a newer one');
      await copyText(last.text);
      acts.record({ act: 'sale-diagnosed', by: till.roles.actor(), about: saleId });
    }),
  };
}

/** Newest first. An imported payment may have no reference. */
function othersOf(journal: Journal, { saleId, reference }: SaleRecord): readonly SaleRecord[] {
  return reference === '' ? [] : journal.salesOfReference(reference).filter((other) => other.saleId !== saleId);
}

function saleNamed(journal: Journal, id: string): SaleRecord | undefined {
  return (
    journal.sale(id) ??
    journal.saleOfPayment(id) ??
    journal.sale(journal.refund(id)?.saleId ?? '') ??
    journal.salesOfReference(id)[0]
  );
}

export function packHandlers(
  { till, store, save, acts, clock }: CommonParts,
  { chooseFile, saveFile }: SystemParts,
  { supportPack }: SupportParts,
): HandlersOf<'pack'> {
  const active = prolonging(till);
  const key = async (): Promise<SupportKey | undefined> => {
    const text = store.file.supportKey;
    return text === undefined ? undefined : readSupportKey(text);
  };
  const view = async () => ({ key: viewOf(await key()) });
  return {
    'pack.prepare': active(async () => {
      const { id, parts: listed } = await supportPack.prepare();
      return {
        id,
        parts: listed.map(({ name, bytes, lacks }) => ({
          name,
          bytes,
          ...omitUndefined({ lacks: lacks && { ...lacks } }),
        })),
      };
    }),
    'pack.look': active(async ({ id, name, offset }) => {
      const { text, next } = await supportPack.look(id, name, offset);
      return { text, next: next ?? null };
    }),
    'pack.save': active(async ({ id }) => {
      const kind = (await key()) === undefined ? 'zip' : 'jwe';
      const name = `${fileName(store.file, clock.now())}.${kind === 'jwe' ? 'zip.jwe' : 'zip'}`;
      const path = await chooseFile({ name, filters: [kind] });
      if (path === undefined) return {};
      requireRole('pack.save', till.roles.current());
      const zip = await supportPack.zip(id);
      // During the dialog, the support key may have been changed.
      const to = kind === 'zip' ? undefined : await key();
      saveFile(path, to === undefined ? zip : await sealedPack(zip, to));
      acts.record({
        act: 'pack-saved',
        by: till.roles.actor(),
        values: { bytes: zip.length, encrypted: to !== undefined, ...omitUndefined({ thumbprint: to?.thumbprint }) },
      });
      return { file: basename(path) };
    }),
    'pack.drop': () => supportPack.drop(),
    'pack.key': view,
    'pack.key.save': active(async ({ key: pasted }) => {
      const text = pasted.trim() === '' ? undefined : supportKeyText(await readSupportKey(pasted));
      await till.adjustAfter(() => notedSave({ till, store, acts }, () => save.supportKey(text)));
      return view();
    }),
  };
}

function viewOf(key: SupportKey | undefined): SupportKeyView | null {
  return key === undefined ? null : { kid: key.kid, alg: key.alg, thumbprint: key.thumbprint };
}

/** `support-TILL42-2026-11-22-1402`. */
function fileName({ settings, terminalId }: CommonParts['store']['file'], now: number): string {
  return `support-${settings?.pos.posId ?? terminalId.slice(0, 8)}-${stampAt(now)}`;
}
