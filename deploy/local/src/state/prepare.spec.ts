import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { isFirstStart, prepare } from '../../prepare.cjs';
import { State } from './state';

const path = process.env['PATH'];
let root: string;
let stateDir: string;
let programs: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'judgment-prepare-'));
  chmodSync(root, 0o755); // root lends Postgres another account
  stateDir = join(root, '.state');
  programs = join(root, 'programs');
  mkdirSync(programs);
  program('postgres', 'echo "postgres (PostgreSQL) 16.1"');
  program('nats-server', 'echo "nats-server: v2.9.10"');
  // -D <folder> -U postgres -A scram-sha-256 --pwfile=<file>: it keeps the password where the spec finds it.
  program('initdb', 'echo 16 > "$2/PG_VERSION"; cat "${7#--pwfile=}" > "$2/password"');
  process.env['PATH'] = `${programs}${delimiter}${path}`;
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(root, { recursive: true });
});

function program(name: string, text: string): void {
  writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
}

describe('what a first start has made beside its install', () => {
  it('is a cluster whose password the secrets take over', () => {
    expect(isFirstStart(root, {})).toBe(true);
    prepare(root, {});
    expect(readFileSync(join(stateDir, 'postgres/PG_VERSION'), 'utf8')).toBe('16\n');
    const { secrets } = new State(stateDir);
    expect(readFileSync(join(stateDir, 'postgres/password'), 'utf8')).toBe(secrets.postgres);
    expect(isFirstStart(root, {})).toBe(false);
    expect(existsSync(join(stateDir, 'postgres.new'))).toBe(false);
  });

  it('stays when it is cut off and begun again', () => {
    prepare(root, {});
    const before = readFileSync(join(stateDir, 'postgres/password'), 'utf8');
    prepare(root, {});
    expect(new State(stateDir).secrets.postgres).toBe(before);
  });

  it('is left to the start when it fails, which makes it again and tells why not', () => {
    program('initdb', 'echo "initdb: error: no room" >&2; exit 1');
    prepare(root, {});
    expect(readdirSync(stateDir)).toEqual(['postgres-password']);
  });

  it('is nothing where Postgres and NATS are given', () => {
    prepare(root, { DATABASE_URL: 'postgres://here', NATS_URL: 'nats://here' });
    expect(existsSync(stateDir)).toBe(false);
  });
});
