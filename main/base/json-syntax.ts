import { visit } from 'jsonc-parser';

/** No file of ours nests deeper. The parser recurses: without an end, a file could overflow its stack. */
const DEEPEST = 64;

/** From 1. Says nothing of the text itself, which may be a key: the runtime's own parser quotes it. */
export function findJsonSyntaxError(text: string): { readonly line: number; readonly column: number } | undefined {
  let found: { readonly line: number; readonly column: number } | undefined;
  let depth = 0;
  const stopAt = (line: number, column: number): never => {
    found = { line: line + 1, column: column + 1 };
    throw new SyntaxError('not JSON');
  };
  const begin = (_offset: number, _length: number, line: number, column: number): void => {
    depth += 1;
    if (depth > DEEPEST) stopAt(line, column);
  };
  const end = () => {
    depth -= 1;
  };
  try {
    visit(
      text,
      {
        onObjectBegin: begin,
        onObjectEnd: end,
        onArrayBegin: begin,
        onArrayEnd: end,
        // The parser would go on behind an error; the first one is enough.
        onError: (_code, _offset, _length, line, column) => stopAt(line, column),
      },
      { disallowComments: true },
    );
  } catch (thrown) {
    if (found === undefined) throw thrown;
  }
  return found;
}

export function jsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
