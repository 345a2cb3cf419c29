import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Server } from 'node:tls';

/** PEM files. */
interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

export const readCertificates = ({ cert, key }: CertificateFiles) => ({
  cert: readFileSync(cert, 'utf8'),
  key: readFileSync(key, 'utf8'),
});

const EVERY_MS = 5_000;

/** For new connections. If key and certificate do not match, the files are checked again later. */
export function followCertificates(
  server: Pick<Server, 'setSecureContext'>,
  files: CertificateFiles,
  { onFault, interval = EVERY_MS }: { onFault(fault: Error): void; readonly interval?: number },
): { stop(): Promise<void> } {
  const take = () => {
    try {
      server.setSecureContext(readCertificates(files));
    } catch (cause) {
      onFault(new Error(`Certificate ${files.cert} not usable: the previous one stays.`, { cause }));
    }
  };
  // Polling, because a renewal replaces the file, or a link to it.
  for (const file of Object.values(files)) watchFile(file, { interval }, take);
  return {
    async stop() {
      for (const file of Object.values(files)) unwatchFile(file, take);
    },
  };
}
