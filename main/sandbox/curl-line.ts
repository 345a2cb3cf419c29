interface CurlCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly bodyFile: string;
}

/**
 * Returns the shell command of a call for a platform. The body comes from a file, since cmd and PowerShell quote JSON
 * differently; double quotes around plain text work in both and in sh. On Windows the command is `curl.exe`: in
 * PowerShell 5, `curl` is a different command.
 */
export function curlLine({ url, headers, bodyFile }: CurlCall, platform: NodeJS.Platform): string {
  const quote = platform === 'win32' ? quotedForWindows : quotedForSh;
  const given = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const program = platform === 'win32' ? 'curl.exe' : 'curl';
  return [program, '-sS', quote(url), ...given, '-d', quote(`@${bodyFile}`)].join(' ');
}

function quotedForWindows(text: string): string {
  return `"${text}"`;
}

/** Uses single quotes for characters that sh would interpret within double quotes. */
function quotedForSh(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
