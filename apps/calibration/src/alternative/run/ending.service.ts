import { DATABASE, LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import { UsageView } from '@app/contracts';
import { AlternativesTable } from '@app/contracts/calibration';
import { makeEvent } from '@app/contracts/events';
import type { Logger } from '@app/observability';
import { Database, JobEnd, JobRow, Jobs, Tx, addToOutbox, eventRow, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ownCaller } from '../../judgment/own-caller';
import { TableService } from '../table-state/table.service';
import { readSpend } from '../sample/answer.store';
import { RunRow, StopReason } from '../subject/run-row';
import { SubjectService } from '../subject/subject.service';
import { usageOf } from './run-usage';
import { RunRowState, endRun, findRun, readRunRows } from './run.store';
import { ScoringService } from './scoring.service';
import { withoutNul } from './without-nul';

/** What was asked for. */
export interface RunRequest {
  judgment: string;
  judgment_id: string;
  run: string;
  /** Plan of the organization when it was confirmed: the result shows the table as that plan does. */
  plan: string;
}

const sentences: Record<StopReason, string> = {
  cancelled: 'The job was cancelled; what was answered is kept, and the next quote prices the rest.',
  superseded: 'Another version or another epoch of its engine answers now; what was answered is kept.',
  archived: 'The judgment was deleted; what was answered is kept.',
  block_ended: 'The money of the run is held no longer; what was answered is kept, and the next quote prices the rest.',
};

/** Ends runs: their jobs, with the table as it is then, and the event that tells what outcomes prefer. */
@Injectable()
export class EndingService {
  constructor(
    private readonly subjects: SubjectService,
    private readonly tables: TableService,
    private readonly scoring: ScoringService,
    private readonly jobs: Jobs,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  readRowsOf(run: RunRow): Promise<RunRowState[]> {
    return readRunRows(this.database, run.run);
  }

  /** Labels that were answered or skipped. */
  async readProgressOf(run: RunRow): Promise<number> {
    return (await readSpend(this.database, run.run)).reduce((sum, { labels }) => sum + labels, 0);
  }

  /** Ends the job of a run that has ended. */
  async finish(job: JobRow, run: RunRow): Promise<void> {
    const usage = usageOf(run.name, await readSpend(this.database, run.run));
    if (run.stopped_by !== null) return this.end(job, failureOf(run.stopped_by, usage));
    const table = await this.readTable(job, run);
    if (!table) return this.end(job, failureOf('archived', usage));
    const result = withoutNul({ ...table, usage });
    await this.database.transaction('calibration.alternatives-end', async (tx) => {
      await this.jobs.finish(tx, job, { result, status: 200 });
      await announce(tx, run, table);
    });
  }

  /** Ends the run after the fifth failure, with which its job has ended; its money goes back. */
  async giveUp(job: JobRow): Promise<void> {
    const { status } = await this.jobs.get({ organization: job.organization, scope: '*' }, job.id);
    const run = await findRun(this.database, (job.request as RunRequest).run);
    if (status !== 'failed' || !run) return;
    await this.scoring.stop(run).catch((error: unknown) => this.warn(run, error));
    await this.scoring.close(run).catch((error: unknown) => this.warn(run, error));
    await endRun(this.database, run.run, false);
  }

  /** Asks and money that cannot be given back now end by themselves: the block expires. */
  private warn({ run }: RunRow, error: unknown): void {
    this.logger.warn({ err: error, run }, 'a run that was given up is left to expire');
  }

  private async readTable(job: JobRow, run: RunRow): Promise<AlternativesTable | null> {
    const call = Call.within(undefined, ownCaller(run.organization));
    try {
      const judgment = await this.subjects.find(run.organization, run.scope, run.name);
      const subject = await this.subjects.load(run.organization, judgment, call);
      return await this.tables.readTableOf(subject, (job.request as RunRequest).plan, call);
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return null;
      throw error;
    }
  }

  private async end(job: JobRow, end: JobEnd): Promise<void> {
    await this.database.transaction('calibration.alternatives-end', (tx) => this.jobs.finish(tx, job, end));
  }
}

function failureOf(by: StopReason, { requests: _, ...usage }: UsageView): JobEnd {
  const reason = by === 'cancelled' ? { reason: by } : {};
  const problem = new Problem('conflict', sentences[by], { ...reason, usage });
  return { result: problem.toEnvelope(), status: problem.status };
}

/** Tells of a suggestion, once: in the transaction that ends the job. */
async function announce(tx: Tx, run: RunRow, table: AlternativesTable): Promise<void> {
  const { suggestion, headline, version } = table;
  if (!suggestion || headline === null) return;
  const { organization, scope: namespace, name: judgment } = run;
  const about = {
    id: newId('evt'),
    organization,
    namespace,
    timestamp: (run.ended_at ?? run.started_at).toISOString(),
  };
  await addToOutbox(tx, [
    eventRow(makeEvent('alternatives.ready', about, { judgment, version, suggestion, headline })),
  ]);
}
