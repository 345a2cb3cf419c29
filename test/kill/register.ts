import { registerHooks } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KillPoint } from './points-of-each-operation.ts';

/**
 * `node --import ./test/kill/register.ts out/main/index.js`: runs the built, unchanged app without windows. A stand-in
 * for `electron` passes the test's calls to the app's IPC handler and the app's snapshots back to the test.
 *
 * `TILLMATE_KILL` holds a moment of the journal as JSON. The process kills itself with SIGKILL during the matching SQL
 * statement: no later code runs and no buffer is flushed, as in a power cut.
 */
const headless = new URL('./electron-without-windows.ts', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron'
      ? { url: headless, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});

const told = process.env['TILLMATE_KILL'];
if (told !== undefined) {
  const point = JSON.parse(told) as KillPoint;
  const { exec } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  let written: string[] = [];
  let commits = 0;
  const die = () => process.kill(process.pid, 'SIGKILL');
  const isIt = () => (point.fact === undefined ? commits === point.commit : written.includes(point.fact));

  Object.assign(StatementSync.prototype, {
    run(this: StatementSync, ...values: readonly unknown[]): unknown {
      // The sixth value of an event's row is the event type.
      if (this.sourceSQL.startsWith('INSERT INTO events')) written.push(String(values[5]));
      return Reflect.apply(run, this, values);
    },
  });
  DatabaseSync.prototype.exec = function (sql) {
    if (sql.startsWith('BEGIN')) written = [];
    const ends = sql === 'COMMIT';
    if (ends) commits += 1;
    if (ends && point.when === 'before' && isIt()) die();
    exec.call(this, sql);
    if (ends && point.when === 'after' && isIt()) die();
  };
}
