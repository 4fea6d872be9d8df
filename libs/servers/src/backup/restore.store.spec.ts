import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { postgresAccount } from '../infrastructure/account';
import { makeFolder } from '../../plain/cluster.cjs';
import type { PostgresControl } from '../infrastructure/postgres/postgres';
import { openTestInfrastructure, type TestInfrastructure } from '../infrastructure/test-infrastructure';
import { archiveFolder, archiveWal } from './archive';
import { takeBaseBackup } from './base-backup';
import { restoreBackup } from './restore';

// A server of its own: other specs of the run must not see its data go back.
let folder: string;
let started: TestInfrastructure;
let control: PostgresControl;
let wal: string;
let base: string;

beforeAll(async () => {
  folder = makeFolder(mkdtempSync(join(tmpdir(), 'judgment-backup-')));
  started = await openTestInfrastructure(folder, [], { PATH: process.env['PATH'] });
  const { postgres } = started.infrastructure;
  if (!postgres.control) throw new Error('This spec stops its server, so it needs its own.');
  control = postgres.control;
  wal = archiveFolder(join(folder, 'wal'), postgresAccount());
  base = join(folder, 'base');
  await archiveWal(postgres.adminUrl, wal);
  await postgres.restart();
}, 60_000);
afterAll(async () => {
  await started?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function query<T extends object>(text: string): Promise<T[]> {
  const client = new Client({ connectionString: started.env['TEST_DATABASE_URL'] });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}
const kept = async () => (await query<{ id: number }>('select id from app.kept order by id')).map(({ id }) => id);

describe('a backup and its archived log', () => {
  let between: string;

  it('bring the data to a moment between two commits, also when the server died at once after them', async () => {
    await query('create table app.kept as select 1 as id');
    await takeBaseBackup(control.bin, control.adminUrl, base);
    await query('insert into app.kept values (2)');
    [{ now: between }] = await query<{ now: string }>('select clock_timestamp()::text as now');
    await query('insert into app.kept values (3)');
    await started.infrastructure.postgres.kill();
    const before = await restoreBackup(control, { from: base, wal, at: between });
    expect(await kept()).toEqual([1, 2]);
    expect(existsSync(join(before ?? '', 'PG_VERSION'))).toBe(true);
    await query('insert into app.kept values (4)'); // it takes writes
  }, 60_000);

  it('and what was not archived yet bring back every acknowledged commit', async () => {
    await query('insert into app.kept values (5)');
    await started.infrastructure.postgres.kill();
    await restoreBackup(control, { from: base, wal });
    expect(await kept()).toEqual([1, 2, 4, 5]);
  }, 60_000);

  it('a moment that the log does not hold is refused, and the data of before are in their place again', async () => {
    await started.infrastructure.postgres.stop();
    const past = restoreBackup(control, { from: base, wal, at: '2020-01-01T00:00:00Z' });
    await expect(past).rejects.toThrow(/^The backup ended at .* before that/);
    const future = restoreBackup(control, { from: base, wal, at: '2100-01-01T00:00:00Z' });
    await expect(future).rejects.toThrow('recovery ended before configured recovery target was reached');
    await started.infrastructure.postgres.restart();
    expect(await kept()).toEqual([1, 2, 4, 5]);
  }, 60_000);
});

it('a server that runs is not replaced, a folder without a backup is none, and odd names are refused', async () => {
  await expect(restoreBackup(control, { from: base, wal })).rejects.toThrow('stop it before');
  await expect(takeBaseBackup(control.bin, control.adminUrl, base)).rejects.toThrow('is not empty');
  expect(() => archiveFolder(join(folder, "w'al"), undefined)).toThrow('choose one of letters');
  await started.infrastructure.postgres.stop();
  await expect(restoreBackup(control, { from: folder })).rejects.toThrow('holds no backup');
  await expect(restoreBackup(control, { from: base, at: 'yesterday' })).rejects.toThrow('is no moment');
});
