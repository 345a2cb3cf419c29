import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { missingCommands, runWithKeyring } from '../../../tools/keyring/session.mjs';
import { onlyOnLinux } from '../../base/only-where.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const tool = join(root, 'tools', 'with-keyring.mjs');
const session = onlyOnLinux('other systems have their keychain without a session bus');
const remember = `
  const keychain = require('keytar');
  keychain.setPassword('tillmate-test', 'a', 'secret')
    .then(() => keychain.getPassword('tillmate-test', 'a'))
    .then((found) => console.log(found, process.env.XDG_DATA_HOME));
`;

test('gives a command a real keychain, then removes its folder', session, () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [tool, process.execPath, '-e', remember], {
    cwd: root,
    encoding: 'utf8',
  });
  const [found, folder] = stdout.trim().split(' ');
  expect({ status, found, stderr }).toEqual({ status: 0, found: 'secret', stderr: '' });
  expect(existsSync(String(folder))).toBe(false);
});

test('passes on the exit code of the command', () => {
  expect(spawnSync(process.execPath, [tool, process.execPath, '-e', 'process.exit(7)']).status).toBe(7);
});

test('ending the session ends the command and the keychain', session, async () => {
  const running = spawn(process.execPath, [tool, process.execPath, '-e', 'console.log(1); setInterval(() => {}, 1e6)']);
  await new Promise((resolve) => running.stdout.once('data', resolve));
  // The output ends only when no process of the session is alive.
  const ended = new Promise((resolve) => running.stdout.once('close', () => resolve('ended')));
  running.kill('SIGTERM');
  expect(await ended).toBe('ended');
});

test('the time limit ends a command with a blocked thread', session, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tillmate-session-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'beat');
  const stuck = [
    '-e',
    "const { writeFileSync } = require('node:fs'); for (let beat = 0; ; beat += 1) writeFileSync(process.argv[1], String(beat));",
  ];
  const limit = new AbortController();
  onTestFinished(() => limit.abort());
  const ended = runWithKeyring(process.execPath, [...stuck, file], {}, limit.signal);
  await expect.poll(() => existsSync(file)).toBe(true);
  limit.abort();
  expect(await ended).toBe(143);
  const beat = () => readFileSync(file, 'utf8');
  const isStill = async () => {
    const last = beat();
    await setTimeout(200);
    return beat() === last;
  };
  await expect.poll(isStill).toBe(true);
});

test('names the commands missing for a keychain', () => {
  expect(missingCommands('/nowhere')).toContain('gnome-keyring-daemon');
});
