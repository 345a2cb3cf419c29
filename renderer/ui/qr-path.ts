import QRCode from 'qrcode';

/** White modules around the code: scanners need four (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** SVG, in modules. `size` includes the quiet zone. Error correction M: 15 %. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; ) {
      if (!modules.get(row, column)) {
        column++;
        continue;
      }
      const start = column;
      while (column < modules.size && modules.get(row, column)) column++;
      path += `M${start + QUIET_ZONE} ${row + QUIET_ZONE}h${column - start}v1h-${column - start}z`;
    }
  }
  return { size: modules.size + 2 * QUIET_ZONE, path };
}
