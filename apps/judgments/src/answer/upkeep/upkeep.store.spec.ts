import { Database, Effects, Vault } from '@app/persistence';
import { createLogger } from '@app/observability';
import { openFreshDatabase, testMasterKey } from '@app/testing';
import { judgmentsSchema } from '../../app.schema';
import { partitionsAhead } from './partition';
import { UpkeepService } from './upkeep.service';

let db: Database;
beforeAll(async () => {
  db = await openFreshDatabase(judgmentsSchema, 6);
});
afterAll(() => db.close());

async function namesAhead(): Promise<string[]> {
  const { rows } = await db.query<{ now: Date }>('select app.now() as now');
  return ['answer', 'context'].flatMap((table) => partitionsAhead(table, rows[0].now).map(({ name }) => name));
}

async function existing(names: string[]): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    'select name from unnest($1::text[]) name where to_regclass(name) is not null',
    [names],
  );
  return rows.map(({ name }) => name).sort();
}

it('makes the partitions of an empty schema once, when replicas start together', async () => {
  const names = await namesAhead();
  const logger = createLogger({ service: 'judgments', replica: 'spec', level: 'fatal' });
  // Each round is one chance for two creations of one table to meet.
  for (let round = 0; round < 10; round += 1) {
    for (const name of names) await db.query(`drop table if exists ${name}`);
    const replicas = Array.from(
      { length: 5 },
      () => new UpkeepService(db, new Effects(db, new Vault(testMasterKey)), logger),
    );
    const started = await Promise.allSettled(replicas.map((replica) => replica.createPartitions()));
    expect(started).toEqual(replicas.map(() => ({ status: 'fulfilled', value: undefined })));
    expect(await existing(names)).toEqual([...names].sort());
  }
});

it('makes and drops partitions without waiting for statements that read the table [defect S-L3]', async () => {
  const logger = createLogger({ service: 'judgments', replica: 'spec', level: 'fatal' });
  const upkeep = () => new UpkeepService(db, new Effects(db, new Vault(testMasterKey)), logger);
  const names = await namesAhead();
  for (const name of names) await db.query(`drop table if exists ${name}`);
  await db.query(`create table context_2001_01 partition of context for values from ('2001-01-01') to ('2001-02-01')`);
  const old = () => existing(['context_2001_01']);
  await db.transaction('spec: a long report', async (tx) => {
    await tx.query('select count(*) from answer');
    await tx.query('select count(*) from context');
    await upkeep().createPartitions();
    expect(await existing(names)).toEqual([...names].sort());
    // A reader who comes while the drop waits is not held back for longer than the drop.
    await upkeep().sweep();
    expect(await old()).toEqual(['context_2001_01']);
  });
  await upkeep().sweep();
  expect(await old()).toEqual([]);
});
