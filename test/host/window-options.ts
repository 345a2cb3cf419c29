import type * as Electron from 'electron';
import { defaultSession, type HostSession, session } from './session.ts';

/** The session that a window's preferences ask for. */
export function sessionOf(preferences: Electron.WebPreferences): HostSession {
  if (preferences.session !== undefined) return preferences.session as unknown as HostSession;
  return preferences.partition === undefined ? defaultSession : session.fromPartition(preferences.partition);
}

/** Throws for web preferences that the host does not have: every page of it is isolated and sandboxed. */
export function refuseUnsupported(preferences: Electron.WebPreferences): void {
  const unsafe: [boolean, string][] = [
    [preferences.contextIsolation === false, 'contextIsolation: false'],
    [preferences.sandbox === false, 'sandbox: false'],
    [preferences.nodeIntegration === true, 'nodeIntegration: true'],
    [preferences.webSecurity === false, 'webSecurity: false'],
  ];
  for (const [asked, what] of unsafe) if (asked) throw new Error(`webPreferences.${what}: not in the Chromium host.`);
}

/** A color as Chromium's protocol has it. */
export function backgroundOf(color: string): { color: { r: number; g: number; b: number } } {
  const [, r = 'ff', g = 'ff', b = 'ff'] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(color) ?? [];
  return { color: { r: Number.parseInt(r, 16), g: Number.parseInt(g, 16), b: Number.parseInt(b, 16) } };
}
