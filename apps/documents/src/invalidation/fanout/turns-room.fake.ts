import { LeaseLost } from '@app/persistence';
import { setClock, testEnvironment } from '@app/testing';
import { DocumentsHarness } from '../../testing/documents-harness';
import { aPointer, related } from '../../testing/related';
import { FanoutRow, fanoutWalks } from './fanout.store';
import { FanoutWalker } from './fanout.walker';

/** A namespace whose documents point at others that have changed. */
export interface Walking {
  organization: string;
  namespace: string;
  /** How many changed documents are pointed at. */
  keys: number;
  /** How many documents point at each of them. */
  documents: number;
}

const keyOf = (first: string) => `'\\x30'::bytea || convert_to('${first}c' || k, 'UTF8')`;

/** Namespaces with fan-outs of any size, which are walked a chunk a call, as processes do. */
export class TurnsRoom {
  private readonly walker: FanoutWalker;
  private aheadMs = 0;

  constructor(readonly harness: DocumentsHarness) {
    this.walker = new FanoutWalker(harness.database, harness.logger, harness.snapshots);
  }

  /** Has the judgment `late` follow customers in a namespace, or under a prefix. */
  async follow(organization: string, scope: string): Promise<void> {
    await this.harness.putJudgment(organization, scope, 'late', related(aPointer()));
  }

  /**
   * A namespace with fan-outs that are due in some milliseconds; its judgment is there already.
   * @param first the beginning of its keys
   */
  async add({ organization, namespace, keys, documents }: Walking, inMs = 0, first = ''): Promise<void> {
    const key = keyOf(first);
    const { database } = this.harness;
    const { rows } = await database.query<{ id: string }>(
      `insert into namespace (organization, name) values ($1, $2)
       on conflict (organization, name) do update set name = excluded.name returning id`,
      [organization, namespace],
    );
    const id = rows[0].id;
    const each = `generate_series(1, $2::int) k, generate_series(1, $3::int) n`;
    const values = [id, keys, documents];
    await database.query(
      `insert into document (namespace_id, id, version, born, attributes, state, bytes, created_at, updated_at)
       select $1, 'd' || k || '-' || n, 1, 1, '{}', '{}', 2, app.now(), app.now() from ${each}`,
      values,
    );
    await database.query(
      `insert into attribute select $1, 'customer', ${key}, 'd' || k || '-' || n from ${each}`,
      values,
    );
    await database.transaction('spec', async (tx) => {
      await tx.query(
        `insert into fanout_walk (namespace_id, judgment_id, mine, key, round, first_change_at, last_change_at, due_at)
         select $1, 'jdg_late', 'customer', ${key}, nextval('fanout_round'), app.now(), app.now(),
           app.now() + make_interval(secs => $3::float8 / 1000) from generate_series(1, $2::int) k`,
        [id, keys, inMs],
      );
      await tx.query('select expect_fanouts($1, app.now() + make_interval(secs => $2::float8 / 1000))', [id, inMs]);
    });
  }

  claim(): Promise<FanoutRow | null> {
    return fanoutWalks.claim(this.harness.database);
  }

  /** Walks the chunk of a claimed walk. */
  async step(row: FanoutRow): Promise<void> {
    try {
      await this.walker.step(row);
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
    }
  }

  /** Claims walks and walks a chunk of each. @returns their namespaces, in the order of the claims */
  async walk(chunks: number): Promise<string[]> {
    const walked: string[] = [];
    for (let chunk = 0; chunk < chunks; chunk++) {
      const row = await this.claim();
      if (row === null) break;
      walked.push(row.namespace);
      await this.step(row);
    }
    return walked;
  }

  /** Moves the clock of all processes on. */
  async pass(ms: number): Promise<void> {
    this.aheadMs += ms;
    await setClock(testEnvironment().adminUrl, this.aheadMs);
  }

  /** The namespaces that stand in line, in their order, and how many wait. */
  async line(): Promise<{ standing: string[]; waiting: number }> {
    const { rows } = await this.harness.database.query<{ name: string; stands: boolean }>(
      `select n.name, t.place is not null as stands from fanout_turn t join namespace n on n.id = t.namespace_id order by t.place`,
    );
    const standing = rows.filter(({ stands }) => stands).map(({ name }) => name);
    return { standing, waiting: rows.length - standing.length };
  }

  async clear(): Promise<void> {
    this.aheadMs = 0;
    await setClock(testEnvironment().adminUrl, 0);
    await this.harness.database.query(
      'truncate fanout_walk, fanout_turn, fanout_organization, document, attribute, answer, outbox',
    );
    await this.harness.database.query('delete from namespace');
  }
}
