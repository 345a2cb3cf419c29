import { describe, expect, test } from 'vitest';
import { nativeWords } from '../../main/base/native-words.ts';
import { type MenuActs, menuTemplate, zoomLevelAfter, zoomStep } from '../../main/shell/menu-template.ts';
import { language } from '../../preload/contract/counter.ts';

type Items = ReturnType<typeof menuTemplate>;

const nothing: MenuActs = {
  openDisplay: () => undefined,
  zoomTill: () => undefined,
  toggleFullScreen: () => undefined,
  quit: () => undefined,
};

function itemsOf(platform: NodeJS.Platform, acts: MenuActs = nothing): Items {
  const all = (items: Items): Items =>
    items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
  return all(menuTemplate(platform, acts, nativeWords('en')));
}

describe.each(['linux', 'win32', 'darwin'] as const)('the menu on %s', (platform) => {
  const items = itemsOf(platform);

  test('never reloads a window, opens developer tools, or zooms whichever window has the keyboard', () => {
    const roles = items.map(({ role }) => role).filter((role) => role !== undefined);
    expect(roles).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/reload|devtools|zoomin|zoomout|resetzoom|viewmenu|togglefullscreen/i),
      ]),
    );
  });

  test('gives each shortcut once', () => {
    const keys = items.map(({ accelerator }) => accelerator).filter((keys) => keys !== undefined);
    expect(keys).toEqual([...new Set(keys)]);
    expect(keys).toEqual(expect.arrayContaining(['CommandOrControl+Plus', 'CommandOrControl+-', 'CommandOrControl+0']));
  });

  test('opens the display, zooms, and fills the screen', () => {
    const done: string[] = [];
    const all = itemsOf(platform, {
      openDisplay: () => done.push('display'),
      zoomTill: (step) => done.push(`zoom ${step}`),
      toggleFullScreen: () => done.push('screen'),
      quit: () => done.push('quit'),
    });
    for (const { click } of all) (click as (() => void) | undefined)?.();
    expect(done).toEqual([
      ...(platform === 'darwin' ? [] : ['quit']),
      'display',
      'zoom 1',
      'zoom -1',
      'zoom 0',
      'screen',
    ]);
  });
});

test('Ctrl+Q asks on Windows and Linux; macOS has its own menus for the app, its files and its windows', () => {
  expect(itemsOf('win32')).toContainEqual(expect.objectContaining({ accelerator: 'CommandOrControl+Q' }));
  expect(itemsOf('linux').map(({ role }) => role)).not.toContain('quit');
  const mac = menuTemplate('darwin', nothing, nativeWords('en')).map(({ role, label }) => role ?? label);
  expect(mac).toEqual(['appMenu', 'fileMenu', 'editMenu', 'View', 'windowMenu']);
});

test.each(language.options)(
  'in %s everything but a line has a label of ours, which Electron would give in English',
  (spoken) => {
    for (const platform of ['linux', 'darwin'] as const) {
      const all = (items: Items): Items =>
        items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
      const bare = all(menuTemplate(platform, nothing, nativeWords(spoken))).filter(
        ({ type, role, label }) => type !== 'separator' && role !== 'appMenu' && !label,
      );
      expect(bare).toEqual([]);
    }
  },
);

test.each([
  ['Ctrl and the plus of a German keyboard', 'win32', { control: true, key: '+', code: 'BracketRight' }, 1],
  ['Ctrl and the plus of a French one', 'linux', { control: true, shift: true, key: '+', code: 'Equal' }, 1],
  ['Ctrl and an American plus without Shift', 'win32', { control: true, key: '=', code: 'Equal' }, 1],
  ['Ctrl and the minus of a French keyboard', 'win32', { control: true, key: '-', code: 'Digit6' }, -1],
  ['Ctrl and the zero of a French one', 'win32', { control: true, key: 'à', code: 'Digit0' }, 0],
  ['Ctrl and the plus of a number pad', 'linux', { control: true, key: '+', code: 'NumpadAdd' }, 1],
  ['Ctrl and the zero of a number pad', 'linux', { control: true, key: '0', code: 'Numpad0' }, 0],
  ['⌘ and a minus', 'darwin', { meta: true, key: '-', code: 'Slash' }, -1],
  ['Ctrl and a minus on macOS', 'darwin', { control: true, key: '-', code: 'Slash' }, undefined],
  ['a plus alone, of an amount', 'win32', { key: '+', code: 'NumpadAdd' }, undefined],
  ['AltGr and a zero, which types a brace', 'win32', { control: true, alt: true, key: '}', code: 'Digit0' }, undefined],
  ['Ctrl and a German equals sign', 'win32', { control: true, shift: true, key: '=', code: 'Digit0' }, undefined],
  ['a key that is let go', 'win32', { type: 'keyUp', control: true, key: '+', code: 'BracketRight' }, undefined],
])('%s on %s zooms by its character: %j', (_what, platform, pressed, step) => {
  const nothingElse = { type: 'keyDown', control: false, meta: false, alt: false, shift: false } as const;
  expect(zoomStep({ ...nothingElse, ...pressed }, platform as NodeJS.Platform)).toBe(step);
});

test('zoom goes by half a level, back to 100 %, and never so far that the till cannot be worked with', () => {
  expect([zoomLevelAfter(0, 1), zoomLevelAfter(0.5, -1), zoomLevelAfter(3, 0)]).toEqual([0.5, 0, 0]);
  expect([zoomLevelAfter(4, 1), zoomLevelAfter(-3, -1), zoomLevelAfter(8, 1)]).toEqual([4, -3, 4]);
});
