import { onlyOnLinux } from '../base/only-where.ts';

/**
 * Fixtures for the real updater with a local server. An AppImage is an executable file; here, a script that records its
 * start.
 */
export const linux = onlyOnLinux('an AppImage is replaced as only Linux replaces one');
export const script = (version: string) => Buffer.from(`#!/bin/sh\necho ${version} > "$0.started"\n`);
export const old = script('1.0.0');
export const next = script('1.1.0');
