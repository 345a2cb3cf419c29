/** Cached: creating a format takes longer than formatting a hundred texts. */

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

/** The time zone may change meanwhile. The key holds both offsets: zones equal today may differ in half a year. */
export function timeFormat(region: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const year = new Date().getFullYear();
  const zone = [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join();
  return kept(`t ${zone} ${region} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(region, options));
}
