/**
 * The names of files that the till reads back from its data folder. For each file, the table in SECURITY.md describes
 * the effect of a manual change and how the till checks the content (`test/docs/read-back.test.ts`).
 */
export const dataFiles = {
  settings: 'terminal.json',
  owedActs: 'owed-acts.json',
  serviceKeys: 'service-keys.json',
  logLevel: 'log-level.json',
  backups: 'backups.json',
  exports: 'exports.jsonl',
  takenExports: 'exports.jsonl.taken',
  journal: 'journal.sqlite',
  payouts: 'payouts.sqlite',
  payoutsSeal: 'payouts.sqlite.seal',
  restorePlan: 'plan.json',
  updateState: 'state.json',
  zvt: 'zvt.json',
  uploadStarts: 'upload-starts.json',
  release: 'release.jws',
  trainingService: 'service.json',
} as const;

export const dataFolders = {
  journals: 'journals',
  pictures: 'pictures',
  logs: 'logs',
  training: 'training',
  updates: 'updates',
  keptReleases: 'kept',
  restore: 'restoring',
  restoreDraft: 'restoring-draft',
  backupCopies: 'backup-copies',
  supportPack: 'support-pack',
} as const;
