import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { candidates, isNewEnough, projectNode, takeNode } from '../../../tools/setup/node.mjs';
import { notOnWindows } from '../../base/only-where.ts';
import { folder as root } from '../../base/test-folder.ts';

function put(...path: readonly string[]): string {
  const file = join(root, ...path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, '');
  return file;
}

test('accepts Node from version 24 on', () => {
  expect(['v24.0.0\n', 'v26.3.1\n', 'v100.0.0\n'].map(isNewEnough)).toEqual([true, true, true]);
  expect(['v23.11.0\n', 'v20.19.0\n', '', 'not found'].map(isNewEnough)).toEqual([false, false, false, false]);
});

test('prefers npm’s Node, then its own, then PATH', () => {
  const [ofNpm, self, other] = [put('npm', 'node'), put('self', 'node'), put('other', 'node')];
  put('node_modules', '.bin', 'node');
  const path = [join(root, 'node_modules', '.bin'), join(root, 'empty'), join(root, 'other')].join(delimiter);
  const env = { npm_node_execpath: ofNpm, PATH: path };
  expect(candidates({ root, platform: 'linux', env, self })).toEqual([ofNpm, self, other]);
});

test('on Windows, reads Path and finds node.exe', () => {
  const node = put('nodejs', 'node.exe');
  const env = { Path: join(root, 'nodejs') };
  expect(candidates({ root, platform: 'win32', env, self: node })).toEqual([node]);
});

test('npm scripts find the Node taken as a replacement', notOnWindows('starts a link'), () => {
  takeNode(root, process.execPath, process.platform);
  expect(projectNode(root)).toBe(process.execPath);
  const linked = join(root, 'node_modules', '.bin', 'node');
  const { stdout } = spawnSync(linked, ['--version'], { encoding: 'utf8' });
  expect(stdout.trim()).toBe(process.version);
});

test('on Windows, a command file passes on all arguments', () => {
  takeNode(root, 'C:\\Program Files\\nodejs\\node.exe', 'win32');
  const shim = readFileSync(join(root, 'node_modules', '.bin', 'node.cmd'), 'utf8');
  expect(shim).toBe('@"C:\\Program Files\\nodejs\\node.exe" %*\r\n');
});

test('prefers the package’s own binary to a replacement', () => {
  takeNode(root, process.execPath, process.platform);
  const own = put('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  expect(projectNode(root)).toBe(own);
});
