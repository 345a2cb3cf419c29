import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Bridge } from '../../preload/contract/contract.ts';
import { ensureBuilt } from '../../tools/build/ensure-built.mjs';

const root = join(import.meta.dirname, '../..');

/** The built preload: CommonJS text, run with a stand-in for its only permitted import, `electron`. */
let code = '';
beforeAll(async () => {
  expect(await ensureBuilt(root)).not.toBe('failed');
  code = await readFile(join(root, 'out/preload/index.cjs'), 'utf8');
});

function window() {
  const required: string[] = [];
  const exposed: Record<string, unknown> = {};
  const listeners = new Set<(...args: readonly unknown[]) => void>();
  const asked: unknown[][] = [];
  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => {
        exposed[name] = value;
      },
    },
    ipcRenderer: {
      async invoke(channel: string, name: string, ask: unknown) {
        asked.push([channel, name, structuredClone(ask)]);
        return { ok: true, value: {} };
      },
      on: (_channel: string, listener: (...args: readonly unknown[]) => void) => listeners.add(listener),
      removeListener: (_channel: string, listener: (...args: readonly unknown[]) => void) => listeners.delete(listener),
    },
  };
  const require = (name: string) => {
    required.push(name);
    return electron;
  };
  new Function('require', 'exports', 'module', code)(require, {}, { exports: {} });
  const tell = (name: string, body: unknown) => {
    for (const listener of listeners) listener({}, name, body);
  };
  return { required, exposed, asked, tell, bridge: exposed['tillmate'] as Bridge };
}

test('requires only electron, so the preload runs in the sandbox', () => {
  expect(window().required).toEqual(['electron']);
  expect(code).not.toMatch(/^\s*(import|export)\s/m);
});

test('exposes only call, handIn and on, without a channel choice', async () => {
  const { bridge, exposed, asked } = window();
  expect(Object.keys(exposed)).toEqual(['tillmate']);
  expect(Object.keys(bridge).sort()).toEqual(['call', 'handIn', 'on']);
  await bridge.call('sale.start', { amount: 1250 });
  expect(asked).toEqual([['tillmate:call', 'sale.start', { amount: 1250 }]]);
});

test('answers an unsendable call with an error', async () => {
  const { bridge } = window();
  const outcome = await bridge.call('sale.start', { amount: 1, description: (() => 'x') as unknown as string });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'ipc.undelivered' } });
});

test('a listener receives its own snapshots until stopped', () => {
  const { bridge, tell } = window();
  const heard: unknown[] = [];
  const stop = bridge.on('till.snapshot', (body) => heard.push(body));
  tell('till.snapshot', 1);
  tell('display.snapshot', 2);
  stop();
  tell('till.snapshot', 3);
  expect(heard).toEqual([1]);
});
