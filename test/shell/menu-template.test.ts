import { describe, expect, test } from 'vitest';
import { nativeWords } from '../../main/base/native-words.ts';
import { type MenuActs, menuTemplate } from '../../main/shell/menu-template.ts';
import { language } from '../../preload/contract/setting-values.ts';

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

  test('never reloads, opens developer tools or zooms the focused window', () => {
    const roles = items.map(({ role }) => role).filter((role) => role !== undefined);
    expect(roles).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/reload|devtools|zoomin|zoomout|resetzoom|viewmenu|togglefullscreen/i),
      ]),
    );
  });

  test('uses each shortcut once', () => {
    const keys = items.map(({ accelerator }) => accelerator).filter((keys) => keys !== undefined);
    expect(keys).toEqual([...new Set(keys)]);
    expect(keys).toEqual(expect.arrayContaining(['CommandOrControl+Plus', 'CommandOrControl+-', 'CommandOrControl+0']));
  });

  test('opens the display, zooms and toggles full screen', () => {
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

test('each system has its own quit and menus', () => {
  expect(itemsOf('win32')).toContainEqual(expect.objectContaining({ accelerator: 'CommandOrControl+Q' }));
  expect(itemsOf('linux').map(({ role }) => role)).not.toContain('quit');
  const mac = menuTemplate('darwin', nothing, nativeWords('en')).map(({ role, label }) => role ?? label);
  expect(mac).toEqual(['appMenu', 'fileMenu', 'editMenu', 'View', 'windowMenu']);
});

test.each(language.options)('in %s, every item has a translated label', (spoken) => {
  for (const platform of ['linux', 'darwin'] as const) {
    const all = (items: Items): Items =>
      items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
    const bare = all(menuTemplate(platform, nothing, nativeWords(spoken))).filter(
      ({ type, role, label }) => type !== 'separator' && role !== 'appMenu' && !label,
    );
    expect(bare).toEqual([]);
  }
});
