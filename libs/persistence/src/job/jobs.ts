import { scopeConditions, scopeCovers } from '@app/contracts';
import { Problem } from '@app/problem';
import { Database } from '../database/database';
import { Tx } from '../database/queryable';
import { decodeCursor, encodeCursor } from '../database/cursor';
import { JobRow, jobEvent } from './job';
import { addToOutbox } from '../outbox/outbox';
import { newId } from '../database/ids';

export interface JobSpec {
  organization: string;
  type: string;
  namespace: string | null;
  request: object;
  total?: number;
  /** Held by who adds it for so many seconds: until then no worker takes it, unless it is left to them. */
  heldS?: number;
}

const leaseS = 60;

/** The jobs of one owner; `letter` stands after `job_` in their ids and names the owner. */
export class Jobs {
  constructor(
    private readonly database: Database,
    private readonly letter: string,
  ) {}

  async add(tx: Tx, spec: JobSpec): Promise<JobRow> {
    const id = `job_${this.letter}${newId('job').slice(4)}`;
    const { rows } = await tx.query<JobRow>(
      `insert into job (id, organization, type, namespace, request, total, lease_until)
       values ($1, $2, $3, $4, $5, $6, app.now() + make_interval(secs => $7)) returning *`,
      [id, spec.organization, spec.type, spec.namespace, spec.request, spec.total ?? 0, spec.heldS ?? null],
    );
    return rows[0];
  }

  /** Leaves a held job to the workers. @returns false when it was dropped before */
  async leave(id: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `update job set lease_until = case when status = 'queued' then null else lease_until end where id = $1`,
      [id],
    );
    return rowCount === 1;
  }

  /** Takes away a held job that nobody was told of; nothing when it was left to the workers before. */
  async drop(id: string): Promise<void> {
    await this.database.query(`delete from job where id = $1 and status = 'queued' and lease_until is not null`, [id]);
  }

  /** The job that waits longest for its turn, held for a minute: one that was worked on stands behind the others. */
  async claim(): Promise<JobRow | null> {
    const { rows } = await this.database.query<JobRow>(
      `update job set status = 'running', attempts = attempts + 1, started_at = coalesce(started_at, app.now()),
         lease_until = app.now() + make_interval(secs => ${leaseS})
       where id = (select id from job where status in ('queued', 'running') and (lease_until is null or lease_until < app.now())
                   order by coalesce(lease_until, created_at), id limit 1 for update skip locked)
       returning *`,
    );
    return rows[0] ?? null;
  }

  /** Keeps the lease and the place; false when the job was cancelled meanwhile. */
  async advance(id: string, progress: { done: number; total?: number; cursor?: unknown }): Promise<boolean> {
    const { rows } = await this.database.query<{ cancelled: boolean }>(
      `update job set done = $2, total = coalesce($3, total), cursor = coalesce($4::jsonb, cursor),
         lease_until = app.now() + make_interval(secs => ${leaseS}) where id = $1 returning cancelled`,
      [
        id,
        progress.done,
        progress.total ?? null,
        progress.cursor === undefined ? null : JSON.stringify(progress.cursor),
      ],
    );
    return rows.length > 0 && !rows[0].cancelled;
  }

  /** Gives a claimed job back, to be claimed again after a while. */
  async rest(id: string, seconds: number): Promise<void> {
    await this.database.query(`update job set lease_until = app.now() + make_interval(secs => $2) where id = $1`, [
      id,
      seconds,
    ]);
  }

  /**
   * Ends a job inside a transaction and raises its event in the same one; the caller wakes the relay after the commit.
   * Null when it had ended already.
   */
  async finish(tx: Tx, id: string, result: object, resultStatus: number): Promise<JobRow | null> {
    const { rows } = await tx.query<JobRow>(
      `update job set status = $2, result = $3, result_status = $4, finished_at = app.now(), lease_until = null,
         done = case when $2 = 'done' then greatest(done, total) else done end
       where id = $1 and status in ('queued', 'running') returning *`,
      [id, resultStatus < 400 ? 'done' : 'failed', JSON.stringify(result), resultStatus],
    );
    if (rows.length === 0) return null;
    await addToOutbox(tx, [jobEvent(rows[0])]);
    return rows[0];
  }

  /** @param scope of the key that asks: a job out of it is as if it were not there */
  async get(organization: string, id: string, scope = '*'): Promise<JobRow> {
    const { rows } = await this.database.query<JobRow>('select * from job where organization = $1 and id = $2', [
      organization,
      id,
    ]);
    if (rows.length === 0 || !isSeen(scope, rows[0]))
      throw new Problem('not_found', `There is no job \`${id}\`; jobs are kept for 30 days.`);
    return rows[0];
  }

  async list(
    organization: string,
    filter: { status?: string; type?: string; cursor?: string; limit: number; scope?: string },
  ): Promise<{ jobs: JobRow[]; next_cursor: string | null }> {
    const after = decodeCursor(filter.cursor, 1);
    const { all, exact, under } = scopeConditions(filter.scope ?? '*');
    const { rows } = await this.database.query<JobRow>(
      `select * from job where organization = $1 and ($2::text is null or status = $2) and ($3::text is null or type = $3)
         and ($4::text is null or substr(id, 6) < substr($4, 6))
         and ($6 or namespace = $7 or starts_with(namespace, $8)) order by substr(id, 6) desc limit $5`,
      [
        ...[organization, filter.status ?? null, filter.type ?? null, after?.[0] ?? null, filter.limit + 1],
        ...[all, exact, under],
      ],
    );
    const page = rows.slice(0, filter.limit);
    return { jobs: page, next_cursor: rows.length > filter.limit ? encodeCursor([page[page.length - 1].id]) : null };
  }

  /**
   * Ends a job that has not finished as cancelled, at once. For workers that move the job's place and check that it is
   * still running in the transaction of their work: what is under way then rolls back.
   * @throws Problem `conflict` when it has finished
   */
  async cancelNow(tx: Tx, id: string): Promise<JobRow> {
    const cancelled = new Problem('conflict', 'The job was cancelled; what it did until then stands.', {
      reason: 'cancelled',
    });
    const ended = await this.finish(tx, id, cancelled.toEnvelope(), cancelled.status);
    if (ended) return ended;
    throw new Problem('conflict', 'The job has finished; there is nothing left to cancel.');
  }

  /** Marks a job that has not finished; its worker ends it. */
  async cancel(organization: string, id: string): Promise<JobRow> {
    const { rows } = await this.database.query<JobRow>(
      `update job set cancelled = true where organization = $1 and id = $2 and status in ('queued', 'running') returning *`,
      [organization, id],
    );
    if (rows.length > 0) return rows[0];
    await this.get(organization, id);
    throw new Problem('conflict', 'The job has finished; there is nothing left to cancel.');
  }
}

function isSeen(scope: string, { namespace }: JobRow): boolean {
  return namespace === null ? scope === '*' : scopeCovers(scope, namespace);
}
