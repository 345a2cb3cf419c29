import { expect, test } from 'vitest';
import { restOfState } from '../../main/backup/backup-content.ts';
import { keysOfState, state } from '../../main/identity/sealed-record.ts';

test('every field of the terminal state is classified', () => {
  const named = [...Object.keys(keysOfState.shape), ...Object.keys(restOfState.shape), 'backup'];
  const ownAlone = ['generation', 'restored', 'registers', 'registerTls', 'ownRegisters', 'chain', 'joining'];
  expect([...named, ...ownAlone].sort()).toEqual(Object.keys(state.shape).sort());
});

test('the rest contains no key', () => {
  expect(Object.keys(restOfState.shape).filter((name) => /key/i.test(name))).toEqual([]);
});
