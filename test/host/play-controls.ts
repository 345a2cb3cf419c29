import type { ChildProcess } from 'node:child_process';
import type { Control } from './parent-control.ts';

/**
 * Returns a function that sends a control to the host. Each promise resolves when its own control has been played, even
 * without awaiting an earlier control: the host plays and confirms in the order of sending.
 */
export function playControls(child: ChildProcess): (control: Control) => Promise<void> {
  const waiting: (() => void)[] = [];
  child.on('message', () => waiting.shift()?.());
  return (control) => {
    child.send(control);
    return new Promise((played) => waiting.push(played));
  };
}
