import { CLOCK, DATABASE, LOGGER } from '@app/boot';
import { Call } from '@app/bus';
import { CalibrationOutcomeFilter } from '@app/contracts/calibration';
import type { Clock, Logger } from '@app/observability';
import { Database, JobEnd, JobRow, Jobs, LeaseLost } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { FitRow, fitView } from '../figure/fit/fit';
import { FitService } from './fit.service';
import { NightlyFits } from './nightly-fits';

export const runType = 'calibration_run';

const announceMs = 5_000;
const maxAttempts = 5;

/** What was asked for. */
interface Request {
  judgment: string;
  judgment_id: string;
  outcomes: CalibrationOutcomeFilter | null;
}

/** Works on the runs that were asked for, and on the fits of the night. */
@Injectable()
export class FitWorker {
  constructor(
    private readonly fits: FitService,
    private readonly judgments: JudgmentStore,
    private readonly jobs: Jobs,
    private readonly nightly: NightlyFits,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @param makesNightly whether this loop of the process makes the fits of the night */
  async look(makesNightly: boolean): Promise<boolean> {
    return (makesNightly && this.nightly.isDue(new Date(this.clock.now()))) || this.jobs.areFree(runType);
  }

  /** One run, else fits of the night where this loop makes them; true when there was one. */
  async turn(makesNightly: boolean): Promise<boolean> {
    if (await this.jobs.stepNext((job) => this.attempt(job), runType)) return true;
    return makesNightly && this.nightly.turn(new Date(this.clock.now()));
  }

  /** @throws LeaseLost when another process has claimed the job, and makes its fit or announces it */
  private async attempt(job: JobRow): Promise<void> {
    try {
      await this.jobs.keepWhile(job, () => this.work(job));
    } catch (error) {
      if (error instanceof LeaseLost) throw error;
      await this.endFailed(job, error);
    }
  }

  private async work(job: JobRow): Promise<void> {
    if (job.cancelled) return this.endCancelled(job);
    const { judgment: name, judgment_id, outcomes } = job.request as Request;
    const judgment = await this.judgments.find(job.organization, job.namespace ?? '', name);
    if (judgment.judgment_id !== judgment_id) throw new Problem('not_found', `The judgment \`${name}\` is gone.`);
    const known = job.cursor as { fit: string } | null;
    const fit = await this.makeOnce(known?.fit ?? null, () =>
      this.fits.make(job.organization, judgment, outcomes, { job: job.id }),
    );
    // Cancelled meanwhile: the fit stands, and the job says that it was cancelled.
    const moved = await this.jobs.advance(job, { done: 1, cursor: { fit: fit.id } });
    if (moved.cancelled) return this.endCancelled(job);
    const isApplied = await this.fits.replicate(fit, Call.within(announceMs));
    if (!isApplied) return this.jobs.giveBack(job);
    await this.end(job, { result: fitView(fit, judgment.copied), status: 200 });
  }

  /** A fit that this job has made already is announced again, not made again. */
  private async makeOnce(known: string | null, make: () => Promise<FitRow>): Promise<FitRow> {
    return (known === null ? null : await this.fits.find(known)) ?? make();
  }

  private async endFailed(job: JobRow, error: unknown): Promise<void> {
    const isKnown = error instanceof Problem;
    if (!isKnown) this.logger.error({ err: error, job: job.id }, 'a run failed');
    const mayPass = !isKnown || error.kind === 'unavailable' || error.kind === 'limited';
    if (mayPass && job.attempts < maxAttempts) return this.jobs.giveBack(job);
    const problem = isKnown
      ? error
      : new Problem('internal', 'The fit failed; run it again later.', { request_id: job.id });
    await this.end(job, { result: problem.toEnvelope(), status: problem.status });
  }

  private async endCancelled(job: JobRow): Promise<void> {
    const cancelled = new Problem('conflict', 'The job was cancelled.', { reason: 'cancelled' });
    await this.end(job, { result: cancelled.toEnvelope(), status: cancelled.status });
  }

  private async end(job: JobRow, end: JobEnd): Promise<void> {
    await this.database.transaction('calibration.fit-end', (tx) => this.jobs.finish(tx, job, end));
  }
}
