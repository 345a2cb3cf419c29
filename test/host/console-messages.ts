import { toApp } from './app-address.ts';
import type { Session } from './cdp.ts';
import { privileged } from './protocol.ts';

/** What a page writes on its console, as `console-message` tells it. */
export interface ConsoleMessage {
  readonly level: string;
  readonly message: string;
  readonly lineNumber: number;
  readonly sourceId: string;
}

const LEVELS: Readonly<Record<string, string>> = {
  warning: 'warning',
  error: 'error',
  assert: 'error',
  debug: 'debug',
};

/** Tells what a page logs, what Chromium logs about it, and what its scripts throw and nobody catches. */
export function watchConsole(session: Session, tell: (message: ConsoleMessage) => void): void {
  const say = (level: string, message: string, lineNumber = 0, source = '') =>
    tell({ level, message, lineNumber, sourceId: toApp(source, privileged) });
  session.on('Runtime.consoleAPICalled', (event) => {
    const message = event.args.map((arg) => String(arg.value ?? arg.description ?? arg.type)).join(' ');
    const at = event.stackTrace?.callFrames[0];
    say(LEVELS[event.type] ?? 'info', message, at?.lineNumber, at?.url);
  });
  session.on('Log.entryAdded', ({ entry }) => {
    say(entry.level === 'verbose' ? 'debug' : entry.level, entry.text, entry.lineNumber, entry.url);
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails: thrown }) => {
    say('error', `Uncaught ${thrown.exception?.description ?? thrown.text}`, thrown.lineNumber, thrown.url);
  });
}
