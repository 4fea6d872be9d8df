import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installNats, mayInstall, run } from '../../servers/debian-nats.cjs';
import { natsProgram } from './program';

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
