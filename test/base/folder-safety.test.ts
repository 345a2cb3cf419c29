import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FolderFacts, localFolder, refuseUnsafeFolder, roamingData } from '../../main/base/folder-safety.ts';
import { realPath } from '../../main/base/real-path.ts';

describe('the data folder on Windows', () => {
  const home = 'C:\\Users\\zoe';

  test('is local, not in the roaming profile', () => {
    const env = { LOCALAPPDATA: 'D:\\Profiles\\zoe\\Local', APPDATA: 'D:\\Profiles\\zoe\\Roaming' };
    expect(localFolder({ platform: 'win32', env, home })).toBe('D:\\Profiles\\zoe\\Local\\Tillmate');
  });

  test.each([{}, { LOCALAPPDATA: '' }])('has a default without the variable (%j)', (env) => {
    expect(localFolder({ platform: 'win32', env, home })).toBe('C:\\Users\\zoe\\AppData\\Local\\Tillmate');
  });

  test.each(['linux', 'darwin'] as const)('is not decided here on %s', (platform) => {
    expect(localFolder({ platform, env: { LOCALAPPDATA: '/x' }, home: '/home/zoe' })).toBeUndefined();
  });

  const roaming = 'C:\\Users\\zoe\\AppData\\Roaming';
  const withFile = (name: string) => ({
    platform: 'win32' as const,
    env: { APPDATA: roaming },
    exists: (path: string) => path === `${roaming}\\Tillmate\\${name}`,
  });
  test.each(['terminal.json', 'journals'])('in the roaming profile is found by its %s', (name) => {
    expect(roamingData(withFile(name))).toBe(`${roaming}\\Tillmate`);
  });
  test('is not found by an empty roaming folder', () => {
    expect(roamingData(withFile('Cache'))).toBeUndefined();
    expect(roamingData({ ...withFile('terminal.json'), platform: 'linux' })).toBeUndefined();
    expect(roamingData({ ...withFile('terminal.json'), env: {} })).toBeUndefined();
  });
});

function verdict(facts: Partial<FolderFacts> & Pick<FolderFacts, 'platform' | 'folder'>): unknown {
  const home = facts.platform === 'win32' ? 'C:\\Users\\zoe' : facts.platform === 'darwin' ? '/Users/zoe' : '/home/zoe';
  try {
    refuseUnsafeFolder({ env: {}, home, real: facts.folder, mounts: '', exists: () => false, ...facts });
    return 'taken';
  } catch (thrown) {
    return Reflect.get(Object(thrown), 'code');
  }
}

describe('a folder on a network drive', () => {
  test.each([
    ['\\\\server\\shop\\till', 'folder.network'],
    ['//server/shop/till', 'folder.network'],
    ['\\\\?\\UNC\\server\\shop\\till', 'folder.network'],
    ['\\\\wsl$\\Debian\\home', 'folder.network'],
    ['\\\\VBOXSVR\\shared\\till', 'folder.network'],
    ['\\\\?\\C:\\Tillmate', 'taken'],
    ['\\\\.\\C:\\Tillmate', 'taken'],
    ['\\\\?\\Volume{b75e2c83-0000-0000-0000-602f00000000}\\Tillmate', 'taken'],
    ['C:\\Users\\zoe\\AppData\\Local\\Tillmate', 'taken'],
    ['D:\\server\\shop', 'taken'],
  ])('Windows: %s is %s', (folder, expected) => {
    expect(verdict({ platform: 'win32', folder })).toBe(expected);
  });

  test('Windows: a drive letter of a share', () => {
    expect(verdict({ platform: 'win32', folder: 'Z:\\till', real: '\\\\server\\shop\\till' })).toBe('folder.network');
  });

  const linux = [
    '22 1 0:20 / / rw,relatime shared:1 - ext4 /dev/sda2 rw',
    '30 22 0:30 / /home rw,relatime shared:2 master:3 - nfs4 nas:/export/home rw,vers=4.2',
    '31 22 0:31 / /mnt/my\\040shop rw - cifs //nas/shop rw',
    '32 22 0:32 / /mnt/ssh rw - fuse.sshfs zoe@nas:/data rw',
    '33 22 0:33 / /mnt/usb rw - fuseblk /dev/sdb1 rw',
    '34 22 0:34 / /mnt/dav rw - fuse https://cloud.shop/dav rw',
    '35 22 0:35 / /mnt/crypt rw - fuse.gocryptfs /home/zoe/.crypt rw',
    '36 22 0:36 / /auto rw - autofs systemd-1 rw',
    '37 36 0:37 / /auto rw - nfs nas:/auto rw',
    '38 30 0:38 / /home/local rw - ext4 /dev/sda3 rw',
    'nonsense',
    '',
  ].join('\n');
  test.each([
    ['/home/zoe/.config/Tillmate', 'folder.network'],
    ['/home', 'folder.network'],
    ['/homes/zoe', 'taken'],
    ['/home/local/zoe', 'taken'],
    ['/mnt/my shop/till', 'folder.network'],
    ['/mnt/ssh/till', 'folder.network'],
    ['/mnt/dav/till', 'folder.network'],
    ['/mnt/usb/till', 'taken'],
    ['/mnt/crypt/till', 'taken'],
    ['/auto/till', 'folder.network'],
    ['/var/lib/tillmate', 'taken'],
  ])('Linux: %s is %s', (folder, expected) => {
    expect(verdict({ platform: 'linux', folder, mounts: linux })).toBe(expected);
  });

  test('Linux: a link into a share', () => {
    expect(verdict({ platform: 'linux', folder: '/srv/till', real: '/mnt/ssh/till', mounts: linux })).toBe(
      'folder.network',
    );
  });

  const mac = [
    '/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)',
    '/dev/disk3s5 on /System/Volumes/Data (apfs, local, journaled, nobrowse)',
    '//guest@nas._smb._tcp.local/shop (1) on /Volumes/shop (1) (smbfs, nodev, nosuid, mounted by zoe)',
    'nas:/export on /Volumes/export (nfs)',
    '/dev/disk4s1 on /Volumes/STICK (exfat, local, nodev)',
  ].join('\n');
  test.each([
    ['/Users/zoe/Library/Application Support/Tillmate', 'taken'],
    ['/Volumes/shop (1)/till', 'folder.network'],
    ['/Volumes/export', 'folder.network'],
    ['/Volumes/STICK/till', 'taken'],
  ])('macOS: %s is %s', (folder, expected) => {
    expect(verdict({ platform: 'darwin', folder, mounts: mac })).toBe(expected);
  });
});

describe('a folder synced by a cloud service', () => {
  test.each([
    ['C:\\Users\\zoe\\OneDrive\\till', 'folder.synced'],
    ['C:\\Users\\Zoe\\onedrive - Bakkerij\\till', 'folder.synced'],
    ['C:\\Users\\zoe\\Dropbox (Bakkerij)\\till', 'folder.synced'],
    ['C:\\Users\\zoe\\Google Drive\\till', 'folder.synced'],
    ['G:\\My Drive\\till', 'folder.synced'],
    ['C:\\Users\\zoe\\iCloudDrive\\till', 'folder.synced'],
    ['C:\\Users\\zoe\\OneDriver\\till', 'taken'],
    ['C:\\Users\\zoe\\AppData\\Local\\Tillmate', 'taken'],
    ['D:\\Dropbox shop\\till', 'taken'],
  ])('Windows: %s is %s', (folder, expected) => {
    expect(verdict({ platform: 'win32', folder })).toBe(expected);
  });

  test.each(['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial'])('Windows: the folder named by %s', (name) => {
    const env = { [name]: 'E:\\Cloud' };
    expect(verdict({ platform: 'win32', folder: 'e:\\cloud\\till', env })).toBe('folder.synced');
    expect(verdict({ platform: 'win32', folder: 'E:\\Clouds\\till', env })).toBe('taken');
    expect(verdict({ platform: 'win32', folder: 'E:\\Cloud\\till', env: { [name]: '' } })).toBe('taken');
  });

  test('a home folder named Dropbox is not synced', () => {
    const home = 'C:\\Users\\Dropbox';
    expect(verdict({ platform: 'win32', home, folder: `${home}\\AppData\\Local\\Tillmate` })).toBe('taken');
    expect(verdict({ platform: 'linux', home: '/home/dropbox', folder: '/home/dropbox/.config/Tillmate' })).toBe(
      'taken',
    );
  });

  test.each([
    ['/home/zoe/Dropbox/till', 'folder.synced'],
    ['/home/zoe/Nextcloud/till', 'folder.synced'],
    ['/home/zoe/.config/Tillmate', 'taken'],
    ['/home/zoe/projects/Dropbox/till', 'taken'],
    ['/srv/OneDrive/till', 'taken'],
  ])('Linux: %s is %s', (folder, expected) => {
    expect(verdict({ platform: 'linux', folder })).toBe(expected);
  });

  test.each([
    ['/Users/zoe/Library/CloudStorage/OneDrive-Bakkerij/till', 'folder.synced'],
    ['/Users/zoe/Library/Mobile Documents/com~apple~CloudDocs/till', 'folder.synced'],
    ['/Users/zoe/dropbox/till', 'folder.synced'],
    ['/Users/zoe/Library/Application Support/Tillmate', 'taken'],
  ])('macOS: %s is %s', (folder, expected) => {
    expect(verdict({ platform: 'darwin', folder })).toBe(expected);
  });

  test("Dropbox's marker counts, its settings folder does not", () => {
    const exists = (path: string) => path === 'D:\\Shared\\.dropbox.cache' || path === 'C:\\Users\\zoe\\.dropbox';
    expect(verdict({ platform: 'win32', folder: 'D:\\Shared\\shop\\till', exists })).toBe('folder.synced');
    expect(verdict({ platform: 'win32', folder: 'C:\\Users\\zoe\\till', exists })).toBe('taken');
  });

  test('a link into a synced folder', () => {
    const real = '/home/zoe/Dropbox/till';
    expect(verdict({ platform: 'linux', folder: '/home/zoe/.config/Tillmate', real })).toBe('folder.synced');
  });
});

describe('the real path of a folder', () => {
  const fails = (): never => {
    throw Object.assign(new Error('EISDIR: illegal operation on a directory, realpath'), { code: 'EISDIR' });
  };
  const shop = join('/volume', 'shop');
  const till = join(shop, 'till');
  const linked = (path: string) => (path === shop ? join('/nas', 'shop') : path);
  const exists = (path: string) => path === shop;

  test('resolves a missing folder by its parents', () => {
    expect(realPath(till, { exists, native: linked, followed: fails })).toBe(join('/nas', 'shop', 'till'));
  });

  test('follows links on a volume without a known mount', () => {
    expect(realPath(till, { exists, native: fails, followed: linked })).toBe(join('/nas', 'shop', 'till'));
  });

  test('is the path itself when nothing resolves', () => {
    expect(realPath(till, { exists, native: fails, followed: fails })).toBe(till);
  });
});
