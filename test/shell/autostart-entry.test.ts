import { expect, test } from 'vitest';
import { autostartEntry } from '../../main/shell/autostart-entry.ts';

const execOf = (program: string) => /^Exec=(.*)$/m.exec(autostartEntry(program))?.[1];

test('a desktop starts the program that it names', () => {
  expect(autostartEntry('/opt/Tillmate/tillmate')).toBe(
    '[Desktop Entry]\nType=Application\nName=Tillmate\nExec="/opt/Tillmate/tillmate"\nTerminal=false\nX-GNOME-Autostart-enabled=true\n',
  );
});

test.each([
  ['a blank', '/home/zoe/My till/Tillmate.AppImage', '"/home/zoe/My till/Tillmate.AppImage"'],
  ['a percent sign, which would begin a field code', '/opt/100%/tillmate', '"/opt/100%%/tillmate"'],
  ['a quote', '/opt/a"b', '"/opt/a\\\\"b"'],
  ['a dollar sign', '/opt/$HOME/t', '"/opt/\\\\$HOME/t"'],
  ['a backslash', '/opt/a\\b', '"/opt/a\\\\\\\\b"'],
])('a path with %s means itself', (_name, program, exec) => {
  expect(execOf(program)).toBe(exec);
});
