/** Formats of money and times, kept: making one takes longer than a hundred texts. */

const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function kept<Format extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => Format): Format {
  const known = formats.get(key);
  if (known !== undefined) return known as Format;
  const made = make();
  formats.set(key, made);
  return made;
}

/** `region` is a BCP 47 tag such as nl-NL. */
export function numberFormat(region: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return kept(`n ${region} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(region, options));
}

/**
 * In the time zone of this moment: somebody may set another one while the window is open. Zones that agree today may not in
 * half a year, so a zone is known by its offsets in winter and in summer.
 */
export function timeFormat(region: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const year = new Date().getFullYear();
  const zone = [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join();
  return kept(`t ${zone} ${region} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(region, options));
}
