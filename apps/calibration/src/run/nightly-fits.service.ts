import { LEASES, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Leases } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { FitService } from './fit.service';
import { FitStore } from '../fit/fit.store';
import { Due, NightStore } from './nightly-fits.store';

const hourMs = 3_600_000;
/** When a night's fits begin, hours after midnight UTC. */
export const nightHour = 2;
const lookEveryMs = 60_000;
/** Longer than the longest fit: the role is renewed before each. */
const leaseS = 300;

/** The fits of the night: one process holds the role, goes through what has changed, and closes the day. */
@Injectable()
export class Night {
  private day = '';
  private after: Due | null = null;
  private failed = 0;
  private nextLookMs = 0;

  constructor(
    private readonly store: NightStore,
    private readonly fits: FitService,
    private readonly fitStore: FitStore,
    @Inject(LEASES) private readonly leases: Leases,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Up to a hundred fits of the night that has begun last; true when there may be more. */
  async turn(now: Date): Promise<boolean> {
    const day = new Date(now.getTime() - nightHour * hourMs).toISOString().slice(0, 10);
    if (day === this.day && now.getTime() < this.nextLookMs) return false;
    if (day !== this.day) this.begin(day);
    if (!(await this.store.isOpen(day)) || !(await this.leases.take('fit', leaseS))) return this.look(now);
    const due = await this.store.due(this.after);
    for (const one of due) {
      // The role went to another: it goes on from where the fits stand.
      if (!(await this.leases.take('fit', leaseS))) return this.look(now);
      await this.fit(one);
      this.after = one;
    }
    if (due.length > 0) return true;
    await this.store.close(day, this.failed);
    await this.fitStore.forget(now);
    this.begin(day);
    await this.rest();
    return this.look(now);
  }

  /** Gives the role up. */
  async rest(): Promise<void> {
    await this.leases.release('fit');
  }

  private async fit(due: Due): Promise<void> {
    try {
      await this.fits.announce(await this.fits.make(due.organization, due, null, due.engine_version));
    } catch (error) {
      // Labels that a filter or a mark leaves out, and judgments that went meanwhile: nothing to make tonight.
      if (error instanceof Problem && (error.code === 'insufficient_labels' || error.code === 'not_found')) return;
      this.failed += 1;
      const { organization, judgment_id, scope } = due;
      this.logger.warn({ err: error, organization, judgment_id, scope }, 'a fit of the night failed');
    }
  }

  private begin(day: string): void {
    this.day = day;
    this.after = null;
    this.failed = 0;
  }

  private look(now: Date): boolean {
    this.nextLookMs = now.getTime() + lookEveryMs;
    return false;
  }
}
