import { onlyOnLinux } from '../base/only-where.ts';

/** The real updater against a server on this machine. An AppImage is a file that runs: here, a script that says so. */
export const linux = onlyOnLinux('an AppImage is replaced as only Linux replaces one');
export const script = (version: string) => Buffer.from(`#!/bin/sh\necho ${version} > "$0.started"\n`);
export const old = script('1.0.0');
export const next = script('1.1.0');
