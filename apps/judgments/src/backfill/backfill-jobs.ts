import { JudgmentRef } from '@app/contracts';
import { JobView } from '@app/contracts/jobs';
import { JobRow, Jobs, Tx, jobView } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Judgment, storedActive } from '../judgment/definition/judgment';
import { BackfillRequest, backfillType, missingOrStale } from './backfill';
import { BackfillStore } from './backfill.store';

/** A backfill to begin. */
export interface NewBackfill {
  request: Omit<BackfillRequest, 'key'>;
  /** Documents that it is expected to judge. */
  total: number;
  maxUsd: number | null;
  /** The token that confirmed its cost; it starts one job, however often it is sent. */
  token?: string;
  /** It begins with a change and waits until the copies have applied it. */
  isHeld?: boolean;
}

/** Begins the jobs of backfills. */
@Injectable()
export class BackfillJobs {
  constructor(
    private readonly jobs: Jobs,
    private readonly store: BackfillStore,
  ) {}

  /** Begins a backfill. Returns the job that its token has started before, or the same backfill while it is under way. */
  async begin(tx: Tx, ref: JudgmentRef, backfill: NewBackfill): Promise<JobView> {
    const { token } = backfill;
    if (token === undefined) return jobView(await this.find(tx, ref, backfill));
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 2))', [token]);
    const started = await this.store.findStartedBy(tx, token);
    if (started) return jobView(started);
    const job = await this.find(tx, ref, backfill);
    await this.store.note(tx, token, job.id);
    return jobView(job);
  }

  private async find(tx: Tx, { organization, scope: namespace, name }: JudgmentRef, backfill: NewBackfill) {
    const { request, total, maxUsd, isHeld = false } = backfill;
    const { judgment, filter, only = null, version = null, isFree = false, revision = 0 } = request;
    const of = [organization, namespace, name, judgment, filter, only, maxUsd, version, isFree, revision];
    const key = createHash('sha256').update(JSON.stringify(of)).digest('hex');
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [key]);
    const { rows } = await tx.query<JobRow>(
      `select * from job where organization = $1 and type = $2 and status in ('queued', 'running')
         and not cancelled and request ->> 'key' = $3`,
      [organization, backfillType, key],
    );
    if (rows.length > 0) return rows[0];
    const job = await this.jobs.add(tx, {
      organization,
      type: backfillType,
      namespace,
      request: { key, ...request },
      total,
      ...(isHeld && { held: 'queued' }),
    });
    await this.store.add(tx, job.id, maxUsd);
    return job;
  }

  /** Begins the backfill of a change in its transaction: every document without a fresh answer. */
  judgeOutdated(tx: Tx, judgment: Judgment, documents: number, token: string | undefined): Promise<JobView> {
    const request = outdated(judgment);
    return this.begin(tx, judgment, { request, total: documents, maxUsd: null, isHeld: true, token });
  }

  /**
   * Begins, in the transaction of an activation, a backfill that reinstates the answers of the activated version.
   * @returns null when the version has none
   */
  async reinstate(tx: Tx, judgment: Judgment): Promise<JobView | null> {
    if (!judgment.hasEarlierAnswers) return null;
    const { revision } = judgment;
    const request = { ...outdated(judgment), version: storedActive(judgment), isFree: true, revision };
    return this.begin(tx, judgment, { request, total: 0, maxUsd: null, isHeld: true });
  }
}

function outdated({ id, name }: Judgment): Omit<BackfillRequest, 'key'> {
  return { judgment: id, name, filter: null, only: [...missingOrStale] };
}
