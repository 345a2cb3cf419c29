import { expect, test } from 'vitest';
import { autostartEntry } from '../../main/shell/app-image.ts';
import { startCommand } from '../../main/shell/start-with-x11.ts';

const execOf = (program: string, env: NodeJS.ProcessEnv = {}) =>
  /^Exec=(.*)$/m.exec(autostartEntry(startCommand(program, [], env)))?.[1];

test('autostart uses X11, like the packaged launcher', () => {
  expect(autostartEntry(startCommand('/opt/Tillmate/tillmate', [], { DISPLAY: ':0' }))).toBe(
    '[Desktop Entry]\nType=Application\nName=Tillmate\nExec="/opt/Tillmate/tillmate" "--ozone-platform=x11"\nTerminal=false\nX-GNOME-Autostart-enabled=true\n',
  );
});

test('autostart without X11 adds no platform option', () => {
  expect(execOf('/opt/Tillmate/tillmate')).toBe('"/opt/Tillmate/tillmate"');
});

test.each([
  ['a blank', '/home/zoe/My till/Tillmate.AppImage', '"/home/zoe/My till/Tillmate.AppImage"'],
  ['a percent sign, which would begin a field code', '/opt/100%/tillmate', '"/opt/100%%/tillmate"'],
  ['a quote', '/opt/a"b', '"/opt/a\\\\"b"'],
  ['a dollar sign', '/opt/$HOME/t', '"/opt/\\\\$HOME/t"'],
  ['an end of line', '/opt/a\nExec=b', '"/opt/a\\nExec=b"'],
  ['a backslash', '/opt/a\\b', '"/opt/a\\\\\\\\b"'],
])('escapes a path with %s', (_name, program, exec) => {
  expect(execOf(program)).toBe(exec);
});
