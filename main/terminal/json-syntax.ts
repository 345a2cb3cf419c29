/** Line and column (from 1) of the first place where `text` stops being JSON, or undefined when all of it is. */
export function findJsonSyntaxError(text: string): { readonly line: number; readonly column: number } | undefined {
  const at = faultOffset(text);
  if (at === undefined) return undefined;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** No file of ours nests deeper; a file made to overflow the stack ends here. */
const DEEPEST = 64;

/**
 * The runtime's own parser names no place for some faults, and quotes the text around others, which may be a key.
 * This reader keeps no values: it only knows how far the text is JSON (RFC 8259).
 */
function faultOffset(text: string): number | undefined {
  let at = 0;
  const space = /[ \t\r\n]*/y;
  const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
  const escaped = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const takeString = (): boolean => {
    take(space);
    if (text[at] !== '"') return false;
    at += 1;
    while (text[at] !== '"') {
      // A control character, a line break among them, or the end of the text: a string does not hold it.
      if (!(text.charCodeAt(at) >= 0x20)) return false;
      if (text[at] !== '\\') at += 1;
      else if (!take(escaped)) return false;
    }
    at += 1;
    return true;
  };
  const takeCharacter = (character: string): boolean => {
    take(space);
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const members = (close: string, member: () => boolean): boolean => {
    if (takeCharacter(close)) return true;
    do if (!member()) return false;
    while (takeCharacter(','));
    return takeCharacter(close);
  };
  const value = (depth: number): boolean => {
    if (depth > DEEPEST) return false;
    if (takeCharacter('{')) return members('}', () => takeString() && takeCharacter(':') && value(depth + 1));
    if (takeCharacter('[')) return members(']', () => value(depth + 1));
    return text[at] === '"' ? takeString() : take(scalar);
  };

  if (!value(0)) return at;
  take(space);
  return at === text.length ? undefined : at;
}
