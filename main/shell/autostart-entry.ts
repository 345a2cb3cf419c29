/** What a freedesktop desktop reads to start a program when somebody logs in (Desktop Entry Specification 1.5). */
export function autostartEntry(command: readonly string[]): string {
  return `[Desktop Entry]
Type=Application
Name=Tillmate
Exec=${command.map(quoted).join(' ')}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/**
 * A word as `Exec` has it: in quotes, with what means something there escaped, then once more for the file, in which a
 * backslash is written as two. A percent sign would begin a field code.
 */
function quoted(word: string): string {
  const argument = word.replaceAll(/["`$\\]/g, (sign) => `\\${sign}`).replaceAll('%', '%%');
  return `"${argument.replaceAll('\\', '\\\\')}"`;
}
