/**
 * JavaScript keeps the last text that a regular expression matched (`RegExp.input`), and a PIN is checked by one. Matching
 * nothing takes its place.
 */
export function forgetLastMatch(): void {
  /^$/.test('');
}
