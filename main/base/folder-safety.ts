import { posix, win32 } from 'node:path';
import { dataFiles, dataFolders } from './data-files.ts';
import { TillError } from './till-error.ts';

export interface FolderFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Absolute path of the data folder. */
  readonly folder: string;
  /** `folder` with every link and mapped drive resolved, as far as it exists. */
  readonly real: string;
  /** /proc/self/mountinfo on Linux, the output of `mount` on macOS, else empty. */
  readonly mounts: string;
  exists(path: string): boolean;
}

/** On Windows only: Electron's default, the roaming profile, may be copied to a server. */
export function localFolder(system: Pick<FolderFacts, 'platform' | 'env' | 'home'>): string | undefined {
  if (system.platform !== 'win32') return undefined;
  const local = system.env['LOCALAPPDATA'] || win32.join(system.home, 'AppData', 'Local');
  return win32.join(local, 'Tillmate');
}

export function roamingData(system: Pick<FolderFacts, 'platform' | 'env' | 'exists'>): string | undefined {
  const roaming = system.env['APPDATA'];
  if (system.platform !== 'win32' || roaming === undefined || roaming === '') return undefined;
  const folder = win32.join(roaming, 'Tillmate');
  return [dataFiles.settings, dataFolders.journals].some((name) => system.exists(win32.join(folder, name)))
    ? folder
    : undefined;
}

/**
 * Refuses a folder in which the journal is not safe. A network drive may confirm a write and lose the data, and
 * SQLite's locks do not work there. A cloud service may bring back an older version of a file. Throws TillError
 * `folder.network` or `folder.synced`, with the folder in `file` and the reason in `by`.
 */
export function refuseUnsafeFolder(facts: FolderFacts): void {
  const { folder } = facts;
  const network = networkOf(facts);
  if (network !== undefined)
    throw new TillError('folder.network', `${folder} is on a network drive (${network})`, {
      values: { file: folder, by: network },
    });
  const cloud = cloudOf(facts);
  if (cloud !== undefined)
    throw new TillError('folder.synced', `${folder} is synced to other machines (${cloud})`, {
      values: { file: folder, by: cloud },
    });
}

function networkOf(facts: FolderFacts): string | undefined {
  if (facts.platform === 'win32') return serverOf(facts.folder) ?? serverOf(facts.real);
  const mount = mountOf(facts);
  return mount !== undefined && isRemote(mount) ? `${mount.type} ${mount.source}` : undefined;
}

/** `\\server\share\…`, also as `\\?\UNC\server\share\…`. */
function serverOf(path: string): string | undefined {
  const [, server, share] = /^\\\\(?:\?\\UNC\\)?([^\\?.][^\\]*)\\([^\\]+)/i.exec(path.replaceAll('/', '\\')) ?? [];
  return server === undefined ? undefined : `\\\\${server}\\${share}`;
}

interface Mount {
  readonly point: string;
  readonly type: string;
  readonly source: string;
}

/** The mount with the longest path holds the folder; for equal paths, the later mount. */
function mountOf({ platform, mounts, real }: FolderFacts): Mount | undefined {
  const parse = platform === 'linux' ? mountOfLinux : mountOfMac;
  const holding = mounts
    .split('\n')
    .flatMap((line) => parse(line) ?? [])
    .filter(({ point }) => isInside(real, point, platform));
  return holding.reduce<Mount | undefined>(
    (best, mount) => (best === undefined || mount.point.length >= best.point.length ? mount : best),
    undefined,
  );
}

/** proc(5): `36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw`; a blank in a path is `\040`. */
function mountOfLinux(line: string): Mount | undefined {
  const [before = '', after = ''] = line.split(' - ');
  const point = before.split(' ')[4];
  const [type, source] = after.split(' ');
  if (point === undefined || type === undefined || source === undefined) return undefined;
  return { point: plain(point), type, source: plain(source) };
}

/** `//guest@nas/share on /Volumes/share (smbfs, nodev, nosuid)` */
function mountOfMac(line: string): Mount | undefined {
  const [, source, point, type] = /^(.+?) on (\/.*) \(([^,)]+)/.exec(line) ?? [];
  return source === undefined || point === undefined || type === undefined ? undefined : { point, type, source };
}

function plain(escaped: string): string {
  return escaped.replaceAll(/\\([0-7]{3})/g, (_all, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
}

const REMOTE_TYPES: ReadonlySet<string> = new Set(
  (
    'nfs nfs4 cifs smb2 smb3 smbfs ncpfs afs afpfs coda 9p ceph lustre beegfs webdav ftp davfs fuse.sshfs fuse.rclone ' +
    'fuse.s3fs fuse.gcsfuse fuse.goofys fuse.gvfsd-fuse fuse.curlftpfs fuse.smbnetfs fuse.davfs fuse.davfs2 ' +
    'fuse.glusterfs fuse.ceph fuse.onedriver fuse.google-drive-ocamlfuse'
  ).split(' '),
);

/** Other FUSE file systems are classified by their source, because local NTFS disks also use FUSE. */
function isRemote({ type, source }: Mount): boolean {
  if (REMOTE_TYPES.has(type)) return true;
  return /fuse/.test(type) && type !== 'fuseblk' && /^(\/\/|\\\\|[\w+]+:\/\/|[^/\s]+:\/)/.test(source);
}

/** Names of cloud folders in the home folder, as created by the cloud programs. */
const CLOUD_FOLDERS = [
  /^OneDrive( ?- .+)?$/i,
  /^Dropbox( \(.+\))?$/i,
  /^(Google ?Drive|My Drive)( \(.+\))?$/i,
  /^(iCloudDrive|iCloud Drive)$/i,
  /^(Nextcloud|ownCloud|pCloudDrive|pCloud Drive|MEGAsync|Box Sync)$/i,
];

const ONEDRIVE_VARIABLES = ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'] as const;

function cloudOf(facts: FolderFacts): string | undefined {
  return [facts.folder, facts.real].map((path) => cloudAt(path, facts)).find((name) => name !== undefined);
}

function cloudAt(path: string, { platform, env, home, exists }: FolderFacts): string | undefined {
  const { sep, dirname, join, parse } = platform === 'win32' ? win32 : posix;
  const below = (root: string) =>
    isInside(path, root, platform) ? path.slice(root.length).split(sep).filter(Boolean) : [];
  if (platform === 'win32')
    for (const name of ONEDRIVE_VARIABLES) {
      const root = env[name];
      if (root !== undefined && root !== '' && isInside(path, root, platform)) return 'OneDrive';
    }
  if (platform === 'darwin') {
    const [service] = below(join(home, 'Library', 'CloudStorage'));
    if (service !== undefined) return service;
    if (below(join(home, 'Library', 'Mobile Documents')).length > 0) return 'iCloud';
  }
  const [first] = below(home);
  if (first !== undefined && CLOUD_FOLDERS.some((name) => name.test(first))) return first;
  // Google Drive appears as its own drive.
  const { root } = parse(path);
  if (platform === 'win32' && /^(My Drive|Shared drives)$/i.test(below(root)[0] ?? '')) return 'Google Drive';
  for (let at = path; dirname(at) !== at; at = dirname(at)) if (exists(join(at, '.dropbox.cache'))) return 'Dropbox';
  return undefined;
}

function isInside(path: string, root: string, platform: NodeJS.Platform): boolean {
  const separator = platform === 'win32' ? '\\' : '/';
  const same = (text: string) => (platform === 'linux' ? text : text.toLowerCase());
  const bare = same(root.endsWith(separator) ? root.slice(0, -1) : root);
  const whole = same(path);
  return whole === bare || whole.startsWith(bare + separator);
}
