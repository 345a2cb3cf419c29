import { execFileSync } from 'node:child_process';

/**
 * Tests of pages and apps use built files, which no import reveals; the chain needs its PostgreSQL. `imported`: test
 * files and their helpers, whose imports reveal the tests that a change may break.
 */
const PLAYED = [
  { project: 'page', folders: ['renderer/', 'preload/'], imported: 'test/page/' },
  { project: 'e2e', folders: ['main/', 'renderer/', 'preload/', 'test/host/'], imported: 'test/e2e/' },
  { project: 'e2e-long', folders: [], imported: 'test/e2e/' },
  { project: 'chain', folders: ['chain/', 'main/upload/', 'renderer/ui/'] },
];

/**
 * The tests that open a feature, by its folder and project. A change outside these folders may break every test of a
 * page or an app. A change in `main/` also runs a sale.
 * @type {Readonly<Record<string, { readonly page?: readonly string[], readonly e2e: readonly string[] }>>}
 */
export const FEATURES = {
  'main/backup/': { e2e: ['backup', 'sale'] },
  'main/export/': { e2e: ['payments', 'sale'] },
  'main/reconcile/': { e2e: ['head-office', 'payments', 'sale'] },
  'main/register/': { e2e: ['registers', 'sale'] },
  'main/reports/': { e2e: ['payments', 'sale', 'training'] },
  'main/updates/': { e2e: ['sale', 'updates'] },
  'main/upload/': { e2e: ['head-office', 'sale'] },
  'renderer/till/day/': { page: ['day', 'figures', 'help', 'payment-filters'], e2e: ['training'] },
  'renderer/till/figures/': { page: ['day', 'figures', 'help', 'payouts', 'receipts'], e2e: ['payments', 'training'] },
  'renderer/till/guide/': { page: ['guide'], e2e: ['first-run'] },
  'renderer/till/payouts/': { page: ['help', 'payouts'], e2e: ['payments'] },
  'renderer/till/sticker/': { page: ['sticker'], e2e: ['counter', 'customer-display', 'settings'] },
  'renderer/till/support/': {
    page: ['checks', 'guide', 'help', 'keys', 'provisioning'],
    e2e: ['backup', 'first-run', 'people', 'provisioning-by-hand', 'support'],
  },
};

/**
 * Returns the tests that a change may break: tests that import a changed file, and tests of the built products.
 * @param {readonly string[]} files changed files, from the root
 * @returns {readonly (readonly [string, readonly string[]])[]} runs by name, each with vitest's arguments
 */
export function touchedBy(files) {
  return [importing('unit', 'unit'), ...PLAYED.flatMap((played) => runsOf(played, files))];
}

/**
 * @param {{ project: string, folders: readonly string[], imported?: string }} played
 * @param {readonly string[]} files
 * @returns {readonly (readonly [string, readonly string[]])[]}
 */
function runsOf({ project, folders, imported }, files) {
  const products = files.filter((file) => folders.some((folder) => file.startsWith(folder)));
  const opened = products.map((file) => testsOpening(file, project));
  if (opened.includes(undefined)) return [[project, ['--project', project]]];
  const tests = [...new Set(opened.flatMap((names) => names ?? []))].map((name) => `test/${project}/${name}.test.ts`);
  const excluded = tests.map((test) => `--exclude=${test}`);
  const helpers = imported !== undefined && files.some((file) => file.startsWith(imported));
  /** @type {[string, string[]][]} */
  const chosen = tests.length === 0 ? [] : [[project, ['--project', project, ...tests]]];
  return helpers ? [...chosen, importing(`${project} imports`, project, excluded)] : chosen;
}

/**
 * Returns the names of the tests that open the file's feature; undefined if every test may open it.
 * @param {string} file
 * @param {string} project
 */
function testsOpening(file, project) {
  const [, feature] = Object.entries(FEATURES).find(([folder]) => file.startsWith(folder)) ?? [];
  return project === 'page' ? feature?.page : project === 'e2e' ? feature?.e2e : undefined;
}

/**
 * Returns a run of the tests that import a change.
 * @param {string} name
 * @param {string} project
 * @param {readonly string[]} [more]
 * @returns {readonly [string, readonly string[]]}
 */
function importing(name, project, more = []) {
  return [name, ['--project', project, '--changed', '--passWithNoTests', ...more]];
}

/**
 * Returns the files that differ from the last commit, including new files.
 * @param {string} root
 */
export function changedFiles(root) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}
