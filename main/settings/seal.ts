import { isSameMac, macOf } from '../base/mac.ts';
import { type State, stateText } from '../identity/sealed-record.ts';
import { sealedFields, sealedValues } from './sealed-fields.ts';
import type { Seal, TerminalFile } from './terminal-file-versions.ts';

type SealedFile = Pick<TerminalFile, 'terminalId' | 'mode' | 'settings' | 'counter' | 'provisioningAlarm'>;

const RECORD = '(record)';
const ALL = '(all)';

/**
 * Returns the seal of a file: an HMAC for each sealed field, even if absent, an HMAC for the record's state, and an
 * HMAC over all their names, so that removing a field with its HMAC is detected.
 */
export function sealOf(file: SealedFile, key: Buffer, state: State): Seal {
  const { generation } = state;
  const values = sealedValues(file);
  const mac = (path: string, value: unknown) => [path, macOfField(file, key, generation, path, value)] as const;
  const fields = Object.fromEntries([
    ...sealedFields.map((path) => mac(path, values.get(path))),
    mac(RECORD, stateText(state)),
  ]);
  return { generation, fields: { ...fields, ...Object.fromEntries([mac(ALL, Object.keys(fields).sort())]) } };
}

interface SealCheck {
  /** Paths of sealed fields changed, added or removed outside Tillmate. */
  readonly changed: readonly string[];
  /** True if the file was sealed with this record. */
  readonly sameRecord: boolean;
}

export function checkSeal(file: SealedFile & { readonly seal: Seal }, key: Buffer, state: State): SealCheck {
  const { generation, fields } = file.seal;
  const values = sealedValues(file);
  const right = (path: string, value: unknown) =>
    isSameMac(fields[path] ?? '', macOfField(file, key, generation, path, value));
  const names = Object.keys(fields).filter((path) => path !== ALL);
  const wholeList = right(ALL, names.sort());
  const changed = sealedFields.filter((path) => {
    // Older versions did not know the field and wrote no HMAC.
    if (wholeList && !names.includes(path)) return values.has(path);
    return !right(path, values.get(path));
  });
  const differs = values.get('counter.refundPinAbove') !== state.refundPinAbove;
  if (differs && !changed.includes('counter.refundPinAbove')) changed.push('counter.refundPinAbove');
  return {
    changed: changed.length === 0 && !wholeList ? ['seal'] : changed,
    sameRecord: right(RECORD, stateText(state)),
  };
}

/** HMAC-SHA256, base64url. Includes path and terminal id, so no HMAC is valid for another field or terminal. */
function macOfField(
  { terminalId }: Pick<TerminalFile, 'terminalId'>,
  key: Buffer,
  generation: number,
  path: string,
  value: unknown,
): string {
  return macOf(key, [terminalId, generation, path, value ?? null]);
}
