import type { ChildProcess } from 'node:child_process';
import type { Control } from './parent-control.ts';

/**
 * Has a host play what its parent sends. Each promise resolves when its own control has been played, also while an earlier
 * one is not waited for: the host plays and tells in the order of sending.
 */
export function playControls(child: ChildProcess): (control: Control) => Promise<void> {
  const waiting: (() => void)[] = [];
  child.on('message', () => waiting.shift()?.());
  return (control) => {
    child.send(control);
    return new Promise((played) => waiting.push(played));
  };
}
