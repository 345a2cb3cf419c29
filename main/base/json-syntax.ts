import { visit } from 'jsonc-parser';

/** Above the depth of any file of the app. The parser is recursive: deeper nesting could overflow the stack. */
const DEEPEST = 64;

/** From 1. Never quotes the text as the runtime's parser does: the text may be a key. */
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
        // The parser would continue after an error; the first error is enough.
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
