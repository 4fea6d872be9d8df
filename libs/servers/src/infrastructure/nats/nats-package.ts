import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installNats, mayInstall, run } from '../../../plain/debian-nats.cjs';
import { natsProgram } from '../process/program';

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
  return unpackDebianNats(unpacked) ? natsProgram([join(unpacked, 'usr/sbin'), join(unpacked, 'usr/bin')]) : undefined;
}

/**
 * Downloads the package and unpacks it into a folder, which is made anew; needs no rights.
 * @returns whether it did
 */
export function unpackDebianNats(folder: string): boolean {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (!run('apt-get', ['download', 'nats-server'], folder) && !downloadByOwnLists(folder)) return false;
  const deb = readdirSync(folder).find((name) => name.endsWith('.deb'));
  if (!deb) return false;
  return (
    run('dpkg-deb', ['-x', deb, '.'], folder) || run('sh', ['-c', 'ar x "$1" && tar -xf data.tar.*', 'sh', deb], folder)
  );
}

/** The system's lists of packages are empty in most images, and only root may fetch them: these are fetched beside them. */
function downloadByOwnLists(folder: string): boolean {
  const [lists, cache] = ['lists', 'cache'].map((name) => join(folder, name)) as [string, string];
  for (const part of [join(lists, 'partial'), join(cache, 'archives/partial')]) mkdirSync(part, { recursive: true });
  const places = ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`];
  const isDone =
    run('apt-get', [...places, 'update', '-qq'], folder) &&
    run('apt-get', [...places, 'download', 'nats-server'], folder);
  for (const one of [lists, cache]) rmSync(one, { recursive: true, force: true });
  return isDone;
}
