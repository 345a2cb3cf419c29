/** RFC 9110, IMF-fixdate, as ms since the epoch; undefined for any other text, even one that JavaScript reads. */
export function httpDate(text: string | undefined): number | undefined {
  if (text === undefined || !/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
