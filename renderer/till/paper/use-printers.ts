import type { Answer } from '../../../preload/contract/contract.ts';
import { useRead } from '../../ui/use-read.ts';

export type Printers = Answer<'paper.printers'>['printers'];

export function usePrinters(): { readonly printers: Printers | undefined; refresh(): void } {
  const { value, read } = useRead('paper.printers', {});
  return { printers: value && (value.printers ?? []), refresh: () => void read() };
}
