import { DATABASE, LEASES, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database, Leases } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { ComputeThread } from '../figure/compute.thread';
import { dropOldSamples } from '../figure/fit/fit.store';
import { FitService } from './fit.service';
import { NightlyAlternatives } from '../alternative/nightly/nightly-alternatives';
import { SampleDraws } from './sample-draws';
import { DueFit, closeNight, isNightOpen, readDueFits } from './nightly-fits.store';

const hourMs = 3_600_000;
/** The nightly fits begin at this hour, UTC. */
export const nightHour = 2;
const checkEveryMs = 60_000;
/** Longer than the longest fit: the process renews the lease before each, or before those that it makes at once. */
const leaseS = 300;

/** Makes the nightly fits: one process holds the role `fit`, makes all fits that are due, and closes the day. */
@Injectable()
export class NightlyFits {
  private day = '';
  private after: DueFit | null = null;
  private failed = 0;
  private nextCheckMs = 0;

  constructor(
    private readonly fits: FitService,
    private readonly samples: SampleDraws,
    private readonly alternatives: NightlyAlternatives,
    private readonly thread: ComputeThread,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether it is time for a turn. */
  isDue(now: Date): boolean {
    return dayOf(now) !== this.day || now.getTime() >= this.nextCheckMs;
  }

  /** Makes up to a hundred fits of the night that has begun last. @returns whether there may be more */
  async turn(now: Date): Promise<boolean> {
    if (!this.isDue(now)) return false;
    const day = dayOf(now);
    if (day !== this.day) this.begin(day);
    if (!(await isNightOpen(this.database, day)) || !(await this.leases.take('fit', leaseS))) return this.pause(now);
    const due = await readDueFits(this.database, this.after);
    for (let from = 0; from < due.length; from += this.thread.slots) {
      // Another process took the role. It continues, since fits that are made are no longer due.
      if (!(await this.leases.take('fit', leaseS))) return this.pause(now);
      const some = due.slice(from, from + this.thread.slots);
      await Promise.all(some.map((one) => this.fit(one)));
      this.after = some.at(-1) ?? null;
    }
    if (due.length > 0) return true;
    await this.samples.drawAll();
    await this.alternatives.work(async () => (await this.leases.take('fit', leaseS)) !== null);
    await closeNight(this.database, day, this.failed);
    await dropOldSamples(this.database, now);
    this.begin(day);
    await this.release();
    return this.pause(now);
  }

  /** Gives up the role. */
  async release(): Promise<void> {
    await this.leases.release('fit');
  }

  private async fit(due: DueFit): Promise<void> {
    try {
      const fit = await this.fits.make(due.organization, due, null, { epoch: due.engine_version });
      await this.fits.replicate(fit);
    } catch (error) {
      // Excluded namespaces can leave too few labels, and a judgment can disappear meanwhile: neither is a failure.
      if (error instanceof Problem && (error.code === 'insufficient_labels' || error.code === 'not_found')) return;
      this.failed += 1;
      const { organization, judgment_id, scope } = due;
      this.logger.warn({ err: error, organization, judgment_id, scope }, 'a nightly fit failed');
    }
  }

  private begin(day: string): void {
    this.day = day;
    this.after = null;
    this.failed = 0;
  }

  private pause(now: Date): boolean {
    this.nextCheckMs = now.getTime() + checkEveryMs;
    return false;
  }
}

/** The day whose night has begun last. */
function dayOf(now: Date): string {
  return new Date(now.getTime() - nightHour * hourMs).toISOString().slice(0, 10);
}
