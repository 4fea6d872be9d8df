import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { unpackDebianNats } from './nats-package';

let folder: string;
const path = process.env['PATH'];

/** A program that comes first on the path; its words stand in `words`. */
function program(name: string, script: string): void {
  const file = join(folder, 'bin', name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >>${join(folder, 'words')}\n${script}\n`);
  chmodSync(file, 0o755);
}
const words = () => readFileSync(join(folder, 'words'), 'utf8').trim().split('\n');
const unpacked = () => join(folder, 'nats-server');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'judgment-nats-'));
  mkdirSync(join(folder, 'bin'));
  process.env['PATH'] = [join(folder, 'bin'), path].join(delimiter);
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

const unpack = 'mkdir -p usr/sbin && touch usr/sbin/nats-server';

it('the package is downloaded by the lists of the system and unpacked', () => {
  program('apt-get', 'touch nats-server_2.9.10.deb');
  program('dpkg-deb', unpack);
  expect(unpackDebianNats(unpacked())).toBe(true);
  expect(words()).toEqual(['apt-get download nats-server', 'dpkg-deb -x nats-server_2.9.10.deb .']);
  expect(existsSync(join(unpacked(), 'usr/sbin/nats-server'))).toBe(true);
});

it('where the lists of the system are empty, lists are fetched beside them without the rights of root [O-L12]', () => {
  program(
    'apt-get',
    'case "$*" in "download nats-server") exit 100 ;; *update*) ;; *) touch nats-server_2.9.10.deb ;; esac',
  );
  program('dpkg-deb', unpack);
  expect(unpackDebianNats(unpacked())).toBe(true);
  const places = `-o Dir::State::lists=${unpacked()}/lists -o Dir::Cache=${unpacked()}/cache`;
  expect(words().slice(1, 3)).toEqual([`apt-get ${places} update -qq`, `apt-get ${places} download nats-server`]);
  expect(readdirSync(unpacked()).sort()).toEqual(['nats-server_2.9.10.deb', 'usr']);
});

it('nothing is left of a download that failed', () => {
  program('apt-get', 'exit 100');
  expect(unpackDebianNats(unpacked())).toBe(false);
  expect(readdirSync(unpacked())).toEqual([]);
});
