import { type Chromium, startChromium } from './chromium.ts';
import { commandLine } from './command-line.ts';
import { type ScreenLayout, screenLayout } from './screen-layout.ts';

/**
 * State of the host's run: displays, Chromium, and whether the app is ready. Chromium starts as soon as the host is
 * loaded, while the app's main bundle is still being read.
 */
export const layout: ScreenLayout = screenLayout(process.env);

export const chromium: Chromium = startChromium({
  layout,
  remoteDebuggingPort: commandLine.hasSwitch('remote-debugging-port')
    ? commandLine.getSwitchValue('remote-debugging-port') || '0'
    : process.env['TILLMATE_HOST_DEBUGGING_PORT'],
  env: process.env,
});

export const lifecycle = { ready: false, quitting: false, leaving: false };

process.on('exit', () => chromium.kill());
