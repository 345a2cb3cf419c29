/**
 * Import rules. A room is above the rooms that it uses (docs/architecture.md), no import goes back up, and no two files
 * import each other. Run by `npm run lint`; `test/tools/import-rules.test.ts` tests each rule. The import rules of
 * tests are in biome.json, because the parser used here does not support `using`.
 */

/** The rooms of the main process from the top down. A room imports rooms on lower lines, and no neighbours. */
export const rooms = [
  ['shell'],
  ['windows'],
  ['register', 'upload', 'provisioning'],
  ['command-line'],
  ['till'],
  ['updates'],
  ['audit', 'backup', 'export', 'support', 'callback'],
  ['settings', 'reconcile', 'refund'],
  ['identity', 'reports', 'sale'],
  ['following'],
  ['service', 'journal'],
  ['domain'],
  ['base'],
];

/**
 * The rooms of the till's window in the same order: the guide, a room for each view, rooms shared by several views, and
 * the frame.
 */
export const tillRooms = [
  ['guide'],
  ['sale', 'payments', 'day', 'payouts', 'settings', 'support'],
  ['payment', 'export', 'figures', 'sticker', 'diagnosis', 'terminal'],
  ['refund'],
  ['paper', 'scanner', 'sound'],
  ['layout'],
  ['dialogs'],
  ['form'],
];

/**
 * @param {string} place
 * @param {readonly (readonly string[])[]} lines
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const upwards = (place, lines) => {
  /** @param {readonly string[]} names */
  const folder = (names) => `^${place}/(${names.join('|')})/`;
  return lines.flatMap((line, index) =>
    line
      .map((room) => ({ room, others: [...lines.slice(0, index).flat(), ...line.filter((other) => other !== room)] }))
      .filter(({ others }) => others.length > 0)
      .map(({ room, others }) => ({
        name: `nothing-runs-back-up-from-${place === 'main' ? '' : `${place.split('/').at(-1)}-`}${room}`,
        comment: 'A room stands above what it uses: pass what is needed down, or move it below.',
        severity: 'error',
        from: { path: folder([room]) },
        to: { path: folder(others) },
      })),
  );
};

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...upwards('main', rooms),
    ...upwards('renderer/till', tillRooms),
    {
      name: 'no-circle',
      comment: 'Two files that import each other are one idea in two places.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-loose-in-main',
      comment: 'main/app.ts composes, main/index.ts is the entry; everything else has a room.',
      severity: 'error',
      from: { path: '^main/(?!(index|app)[.]ts$)[^/]+$' },
      to: {},
    },
    {
      name: 'the-app-is-composed-without-electron',
      comment: 'main/app.ts is handed the shell through one interface, so that tests compose the same way.',
      severity: 'error',
      from: { path: '^main/app[.]ts$' },
      to: { path: '^main/shell/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-shell-knows-electron',
      comment:
        'Only main/shell and preload/index.ts may import electron: the rest runs in plain Node, and in a browser.',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/', pathNot: '^(main/shell/|preload/index[.]ts$)' },
      to: { path: '(^|/)electron($|/)' },
    },
    {
      name: 'only-one-file-knows-keytar',
      comment: 'The keychain library is archived upstream: one file must be enough to replace it.',
      severity: 'error',
      from: { pathNot: '^main/identity/open-keychain[.]ts$' },
      to: { path: '(^|/)keytar($|/)' },
    },
    {
      name: 'only-one-file-knows-electron-updater',
      comment: 'What is installed is decided by main/updates, in plain Node; the library only installs it.',
      severity: 'error',
      from: { pathNot: '^main/shell/update-installer[.]ts$' },
      to: { path: '(^|/)electron-updater($|/)' },
    },
    {
      name: 'what-ships-does-not-import-what-tests-it',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/' },
      to: { path: '^(test|tools)/' },
    },
    {
      name: 'no-till-needs-the-chain',
      comment: 'A till stands alone: the collector is a process, and a package, of its own.',
      severity: 'error',
      from: { path: '^(main|preload|renderer)/' },
      to: { path: '^chain/' },
    },
    {
      name: 'the-chain-shares-formats-alone',
      comment:
        'The collector knows the wire, the contract, CSV and what is plain of a till; its page the parts of the windows.',
      severity: 'error',
      from: { path: '^chain/(?!page/|test/)' },
      to: { path: '^(main/(?!upload/wire[.]ts$|export/(csv|table)[.]ts$|base/)|renderer/)' },
    },
    {
      name: 'the-page-of-the-chain-imports-no-till',
      comment: 'Both pages share renderer/ui. A part that reads the store of the till throws on the page of the chain.',
      severity: 'error',
      from: { path: '^chain/page/' },
      to: { path: '^renderer/(till|display)/' },
    },
    {
      name: 'main-does-not-import-the-renderer',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^(renderer/|preload/index[.]ts$)' },
    },
    {
      name: 'only-training-opens-the-sandbox',
      comment: 'The client and the sandbox share no code: one misreading of the specification would pass every test.',
      severity: 'error',
      from: { path: '^main/(?!sandbox/)', pathNot: '^main/till/open-training[.]ts$' },
      to: { path: '^main/sandbox/' },
    },
    {
      name: 'the-sandbox-stands-alone',
      comment: 'The client and the sandbox share no code: one misreading of the specification would pass every test.',
      severity: 'error',
      from: { path: '^main/sandbox/' },
      to: { path: '^(main/(?!sandbox/)|preload/|renderer/)' },
    },
    {
      name: 'the-shell-shows-what-it-is-handed',
      comment: 'The shell is windows and IPC: what it shows comes as snapshots from the composition root.',
      severity: 'error',
      from: { path: '^main/shell/' },
      to: { path: '^main/(service|domain|following|sale|refund|journal|callback|reconcile|reports|export)/' },
    },
    {
      name: 'the-contract-is-for-both-processes',
      comment: 'The contract is bundled into every process: zod and the rest of the contract, nothing else.',
      severity: 'error',
      from: { path: '^preload/contract/' },
      to: { pathNot: '^preload/contract/|(^|/)zod($|/)' },
    },
    {
      name: 'the-preload-is-bundled-alone',
      comment: 'It runs sandboxed: electron, and types of the contract.',
      severity: 'error',
      from: { path: '^preload/index[.]ts$' },
      to: { pathNot: '^preload/contract/|(^|/)electron($|/)' },
    },
    {
      name: 'what-is-stored-is-not-what-windows-are-told',
      comment:
        'Stored formats have schemas of their own: a field of a window that is tightened must not break stored events. How a reference is made, and of which characters, both sides must know alike.',
      severity: 'error',
      from: { path: '^main/(journal|domain)/' },
      to: { path: '^preload/', pathNot: '^preload/contract/(reference-pattern|sepa-characters)[.]ts$' },
    },
    {
      name: 'the-renderer-asks-through-the-contract',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main/|preload/index[.]ts$)' },
    },
    {
      name: 'the-renderer-is-a-web-page',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'what-both-windows-share-knows-neither',
      severity: 'error',
      from: { path: '^renderer/ui/' },
      to: { path: '^renderer/(till|display)/' },
    },
    {
      name: 'the-windows-share-only-ui',
      severity: 'error',
      from: { path: '^renderer/(till|display)/' },
      to: { path: '^renderer/(till|display)/', pathNot: '^renderer/$1/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(out|dist)/' },
    // Includes type imports, because they couple files too.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
