import { DATABASE, JobHandler, LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import { JudgmentSnapshot } from '@app/contracts/documents';
import { ById, JobView } from '@app/contracts/jobs';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { RunRow, StopReason } from '../subject/run-row';
import { alternativesRunType } from './job-type';
import { findRunOfJob, findSupersededRuns, markStopping } from './run.store';
import { ScoringService } from './scoring.service';

/**
 * Stops runs at once when they are cancelled or their version is no longer active: the next look of the worker would come
 * after hundreds of asks that somebody pays for. What fails here the worker does again at its next look.
 */
@Injectable()
export class StopService {
  constructor(
    private readonly scoring: ScoringService,
    private readonly jobs: JobHandler,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Cancels a job of calibration. @throws Problem as `JobHandler.cancel` */
  async cancel(query: ById, call: Call): Promise<JobView> {
    const job = await this.jobs.cancel(query, call);
    const run = job.type === alternativesRunType ? await findRunOfJob(this.database, job.id) : null;
    if (run) await this.stop(run, 'cancelled');
    return job;
  }

  /** Judgments waits for the reply to its change, so that its asks are taken back after it. */
  async applyChange({ organization, judgment_id, scope, active_version, archived }: JudgmentSnapshot): Promise<void> {
    const key = { organization, judgment_id, scope };
    const runs = await findSupersededRuns(this.database, key, archived ? null : active_version);
    for (const run of runs) void this.stop(run, archived ? 'archived' : 'superseded');
  }

  private async stop(run: RunRow, by: StopReason): Promise<void> {
    try {
      await markStopping(this.database, run.run, by);
      await this.scoring.stop(run);
    } catch (error) {
      this.logger.warn({ err: error, run: run.run }, 'a run is stopped at the next look of its worker');
    }
  }
}
