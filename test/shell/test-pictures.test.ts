import { expect, test, vi } from 'vitest';
import { createTestPictures } from '../../main/shell/test-pictures.ts';
import type { Screen } from '../../main/shell/window-places.ts';
import { VirtualClock } from '../base/virtual-clock.ts';

const open = vi.hoisted(() => new Set<object>());

vi.mock('electron', () => ({
  BrowserWindow: class {
    readonly webContents = { loadURL: () => Promise.resolve() };
    constructor() {
      open.add(this);
    }
    showInactive() {}
    isDestroyed = () => !open.has(this);
    destroy = () => open.delete(this);
  },
}));

test('new test pictures replace older pictures and close by themselves', async () => {
  const clock = new VirtualClock();
  const bounds = { x: 0, y: 0, width: 1280, height: 800 };
  const screen = (id: number): Screen => ({ id, primary: id === 1, bounds, workArea: bounds });
  const screens = [1, 2].map((id) => ({ screen: screen(id), rotation: 0, shows: [] }));
  const show = createTestPictures({
    clock,
    pages: { set: () => undefined },
    screens: () => screens,
    language: () => 'en',
  });
  await Promise.all([show(undefined), show(undefined)]);
  expect(open.size).toBe(2);
  clock.tick(11_000);
  await show(undefined);
  expect(open.size).toBe(2);
  clock.tick(11_999);
  expect(open.size).toBe(2);
  clock.tick(1);
  expect(open.size).toBe(0);
  expect(clock.pending).toBe(0);
});
