import { useRead } from '../../ui/use-read.ts';

export function usePrinters() {
  const { value, read } = useRead('paper.printers', {});
  return { printers: value?.printers, refresh: () => void read() };
}
