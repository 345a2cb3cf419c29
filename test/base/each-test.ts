import { afterEach, beforeEach } from 'vitest';
import { makeFolder, removeFolder } from './test-folder.ts';

beforeEach(makeFolder);
afterEach(removeFolder);
