import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './runtime.ts';

/** `npm run sandbox` in a process of its own. */
export interface ServiceProcess {
  readonly baseUrl: string;
  /** Where it wrote a till's provisioning file. */
  readonly provisioningFile: string;
  stop(): Promise<void>;
}

/** Starts it on any ports, its keys in `folder`. Rejects with what it said when it ends before it listens. */
export async function startServiceProcess(folder: string): Promise<ServiceProcess> {
  const script = join(projectRoot, 'main/sandbox/cli.ts');
  const child = spawn(process.execPath, [script, '--port=0', '--control-port=0', `--key-dir=${folder}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('\ncurl')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`The service ended (${code}):\n${said}`)));
  });
  const provisioningFile = join(folder, 'provision.json');
  const { service } = JSON.parse(await readFile(provisioningFile, 'utf8')) as { service: { baseUrl: string } };
  return {
    baseUrl: service.baseUrl,
    provisioningFile,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
