import { createLogger } from '@app/observability';
import { Database, Effects, Vault } from '@app/persistence';
import { setClock, testEnvironment, testMasterKey } from '@app/testing';
import { answerPartitions } from '../answer/retention/retention.store';
import { RetentionWorker } from '../answer/retention/retention.worker';
import { UpkeepService } from '../answer/upkeep/upkeep.service';

const logger = createLogger({ service: 'judgments', replica: 'spec', level: 'fatal' });
/** Month 0 is January, so that the turn of a year comes at the same step whenever specs run. */
const yearOf0 = new Date().getUTCFullYear() + 1;

/** What an answer of a spec says; the rest is the same in all. */
export interface SampleAnswer {
  document: string;
  /** Names the answer: rows of one id are of one answer. */
  id: string;
  version?: number;
  /** `answer.since`; left out where the answer is in force from `judged_at` on. */
  since?: 'now' | 'infinity';
}

/** Answers of one judgment of a namespace, over months of the moved clock. */
export class KeptSamples {
  readonly judgmentId = 'jdg_1';
  private aheadMs = 0;

  constructor(
    readonly db: Database,
    readonly namespaceId: string,
  ) {}

  /** Empties the schema: it is as one that was just made, before the service has started. */
  async emptied(): Promise<void> {
    for (const name of await answerPartitions(this.db)) await this.db.query(`drop table ${name}`);
    await this.db.query('truncate answer_keeping, answer_retention, head, pending, turn');
    await this.db.query(`insert into answer_retention (begins_at) values ('-infinity')`);
  }

  /** Moves the clock to a day of a month, 0 being January of the year after this one, and makes its partitions. */
  async at(month: number, day = 10): Promise<void> {
    this.aheadMs = Date.UTC(yearOf0, month, day, 12) - Date.now();
    await setClock(testEnvironment().adminUrl, this.aheadMs);
    const upkeep = new UpkeepService(this.db, new Effects(this.db, new Vault(testMasterKey)), logger);
    await (upkeep as unknown as { createPartitions(): Promise<void> }).createPartitions();
  }

  /** Moves the clock on by some minutes. */
  async later(minutes: number): Promise<void> {
    this.aheadMs += minutes * 60_000;
    await setClock(testEnvironment().adminUrl, this.aheadMs);
  }

  /** Records answers now. One that is there is in force again, as by `record/answer-rows`. */
  async answered(...answers: SampleAnswer[]): Promise<void> {
    for (const { document, id, version = 1, since } of answers) {
      await this.db.query(
        `insert into answer (namespace_id, document_id, judgment_id, record, id, version, document_version, seen, engine_name,
           engine_ref, engine_version, judged_at, context_hash, truncated, body, units, ask_id, since)
         select $1, $2, $3, nextval('record_number'), $4, $5, 1, 1, 'jev', 'current', 'e1', coalesce((select min(judged_at) from answer
           where namespace_id = $1 and document_id = $2 and judgment_id = $3 and id = $4), date_trunc('milliseconds', app.now())),
           'h', false, '{"type": "bool", "number": 0.5}', 1, 'ask', ${since === 'infinity' ? `'infinity'` : since ? 'app.now()' : 'null'}`,
        [this.namespaceId, document, this.judgmentId, id, version],
      );
    }
  }

  /** The head of a version that is not active. */
  async headOf(document: string, id: string, version: number): Promise<void> {
    await this.db.query(
      `insert into head (namespace_id, document_id, judgment_id, target_version, record, version, document_version, seen, answer_id,
         recorded_at) values ($1, $2, $3, $4, 1, $4, 1, 1, $5, app.now())`,
      [this.namespaceId, document, this.judgmentId, version, id],
    );
  }

  /** A process that replaces months of answers. */
  replica(): RetentionWorker {
    return new RetentionWorker(this.db, { answerRetentionMonths: 13 }, logger);
  }

  /** Takes steps until there is nothing to do. @returns how many it took */
  async retired(worker = this.replica()): Promise<number> {
    let steps = 0;
    while (await worker.turn()) steps += 1;
    return steps;
  }

  /** The stored answers: document, id and record of each row. */
  async stored(document = ''): Promise<string[]> {
    const { rows } = await this.db.query<{ line: string }>(
      `select document_id || ' ' || id || case when erased then ' erased' else '' end as line from answer
       where namespace_id = $1 and starts_with(document_id, $2) order by document_id, record`,
      [this.namespaceId, document],
    );
    return rows.map(({ line }) => line);
  }

  /** The partition that holds an answer. */
  async partitionOf(id: string): Promise<string> {
    const { rows } = await this.db.query<{ name: string }>(
      'select tableoid::regclass::text as name from answer where id = $1',
      [id],
    );
    return rows[0].name;
  }
}

/** Resolves once some work waits for a lock of a kind, or has ended without. */
export async function isWaitingOrDone(db: Database, locktype: 'relation' | 'transactionid', work: Promise<unknown>) {
  let isDone = false;
  void work.catch(() => undefined).finally(() => (isDone = true));
  const isWaiting = async () =>
    (await db.query('select from pg_locks where locktype = $1 and not granted', [locktype])).rows.length > 0;
  while (!isDone && !(await isWaiting())) await new Promise(setImmediate);
}
