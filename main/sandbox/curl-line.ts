/** A call as somebody may try it by hand. */
export interface CurlCall {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** File with the body. */
  readonly bodyFile: string;
}

/**
 * The line that makes the call, for the shells of a system. The body comes from a file, because no quoting of JSON means the
 * same to cmd and to PowerShell, and double quotes around a plain text mean the same to these two and to sh. On Windows
 * the program is named whole: PowerShell 5 has another command by the name of curl.
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

/** In single quotes where sh would read something else in double ones. */
function quotedForSh(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
