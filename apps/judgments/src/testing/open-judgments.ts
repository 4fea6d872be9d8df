import type { Running } from '@app/boot';
import { engineChanged } from '@app/contracts/engines';
import { Database, armKillPoints } from '@app/persistence';
import { Problem } from '@app/problem';
import {
  FakeService,
  Override,
  ensureStreams,
  eventually,
  freshSchema,
  openFreshDatabase,
  startService,
} from '@app/testing';
import { judgmentsSchema } from '../app.schema';
import { judgmentsService } from '../app.service';
import { partitionsAhead } from '../answer/upkeep/partition';
import { jev } from './fake-engine';
import { FakeNeighbours } from './fake-neighbours';

/** The judgments service on a fresh schema, among fake neighbours. */
export interface OpenJudgments {
  replicas: Running[];
  db: Database;
  neighbours: FakeNeighbours;
  gateway: FakeService;
  documents: FakeService;
  broker: FakeService;
  billing: FakeService;
  calibration: FakeService;
  /** Disarms the kill points and stops everything. */
  stop(): Promise<void>;
}

/** Starts the service; it knows the engine `jev`. Each item of `env` is one replica's environment. */
export async function openJudgments(
  env: Record<string, string>[] = [{}],
  overrides: Override[] = [],
): Promise<OpenJudgments> {
  await freshSchema(judgmentsSchema);
  const replicas: Running[] = [];
  for (const [i, own] of env.entries()) {
    replicas.push(await startService(judgmentsService, { env: { REPLICA: String(i), ...own }, overrides }));
  }
  await ensureStreams(replicas[0]);
  const db = replicas[0].platform.database;
  const neighbours = new FakeNeighbours();
  const [gateway, documents, broker, billing, calibration] = [
    await FakeService.open('gateway'),
    await FakeService.open('documents', neighbours.documentsTable()),
    await FakeService.open('engine-broker', neighbours.brokerTable()),
    await FakeService.open('billing', neighbours.billingTable()),
    await FakeService.open('calibration', neighbours.copyTable()),
  ];
  await broker.say(engineChanged, jev);
  await eventually(async () => expect((await db.query("select from engine where name = 'jev'")).rows).toHaveLength(1));
  const stop = async (): Promise<void> => {
    armKillPoints(() => undefined);
    for (const fake of [gateway, documents, broker, billing, calibration]) await fake.stop();
    for (const replica of replicas) await replica.stop();
  };
  return { replicas, db, neighbours, gateway, documents, broker, billing, calibration, stop };
}

/** A fresh database with the partitions that the service would create. */
export async function openJudgmentsDatabase(): Promise<Database> {
  const db = await openFreshDatabase(judgmentsSchema);
  const { rows } = await db.query<{ now: Date }>('select app.now() as now');
  for (const table of ['answer', 'context']) {
    for (const { name, from, to } of partitionsAhead(table, rows[0].now)) {
      await db.query(`create table ${name} partition of ${table} for values from ('${from}') to ('${to}')`);
    }
  }
  return db;
}

/** The code and details of the error that a request is answered with. */
export async function refusalOf(request: Promise<unknown>): Promise<object> {
  const thrown = await request.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(Problem);
  const { code, details } = thrown as Problem;
  return { code, ...details };
}
