import { execFileSync } from 'node:child_process';

/** Tests of pages and apps use built files, which no import reveals; the chain needs its PostgreSQL. */
const PLAYED = [
  { project: 'page', folders: ['renderer/', 'preload/', 'test/page/'] },
  { project: 'e2e', folders: ['main/', 'renderer/', 'preload/', 'test/e2e/', 'test/host/'] },
  { project: 'e2e-long', folders: ['test/e2e/'] },
  { project: 'chain', folders: ['chain/', 'main/upload/', 'renderer/ui/'] },
];

/**
 * Returns the tests that a change may break: tests that import a changed file, and tests of the built products.
 * @param {readonly string[]} files changed files, from the root
 * @returns {readonly (readonly [string, readonly string[]])[]} runs by name, each with vitest's arguments
 */
export function touchedBy(files) {
  const played = PLAYED.filter(({ folders }) =>
    folders.some((folder) => files.some((file) => file.startsWith(folder))),
  );
  return [
    ['unit', ['--project', 'unit', '--changed', '--passWithNoTests']],
    ...played.map(({ project }) => /** @type {const} */ ([project, ['--project', project]])),
  ];
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
