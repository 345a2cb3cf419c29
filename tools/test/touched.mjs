import { execFileSync } from 'node:child_process';

/** Pages and apps are played as they were built, which no import of a test leads to; the chain needs its PostgreSQL. */
const PLAYED = [
  { project: 'page', folders: ['renderer/', 'preload/', 'test/page/'] },
  { project: 'e2e', folders: ['main/', 'renderer/', 'preload/', 'test/e2e/', 'test/host/'] },
  { project: 'e2e-long', folders: ['test/e2e/'] },
  { project: 'chain', folders: ['chain/', 'main/chain/', 'renderer/ui/'] },
];

/**
 * Which tests a change may break: those that import one of its files, and those that play what is built of them.
 * @param {readonly string[]} files that differ, from the root
 * @returns {readonly (readonly [string, readonly string[]])[]} each with its name and what tells vitest which they are
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
 * Files that differ from the last commit, new ones too.
 * @param {string} root
 */
export function changedFiles(root) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
  return [...git('diff', '--name-only', 'HEAD'), ...git('ls-files', '--others', '--exclude-standard')];
}
