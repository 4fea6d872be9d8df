import { CLOCK, EFFECTS, LOGGER } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import type { Clock, Logger } from '@app/observability';
import { Effects, JobRow, Jobs, Outcome, addToOutbox, jobView, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { AnnouncementService } from '../judgment/announcement.service';
import { Attempt } from './attempt';
import { Patience, late } from './patience';
import { RetoldService } from './retold.service';
import { Changed, Work, outcomeOf } from './work';

/**
 * The way of every change of a judgment: once per effect, with its fact, then told to its holders before it is answered.
 * What is not through in twenty seconds becomes a job that finishes the request: before its transaction the job does all
 * of it, after it the job waits for the holders. Whatever takes how long, the change is made once or not at all.
 */
@Injectable()
export class SlowChanges {
  constructor(
    private readonly announcements: AnnouncementService,
    private readonly jobs: Jobs,
    private readonly retold: RetoldService,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run<C>(work: Work<C>, call: Call): Promise<RawReply> {
    const kept = await this.effects.find(call.effectId);
    if (kept) return this.again(work, kept, call);
    const patience = new Patience(this.clock, call);
    const costing = this.cost(work, call);
    const costed = await patience.within(costing);
    if (costed === late) {
      costing.catch((error: unknown) => this.logger.info({ err: error }, 'what a job does over failed here'));
      return this.later(work, call, patience);
    }
    if ('reply' in costed) return RawReply.of(costed.reply);
    return this.make(work, costed.costed, call, patience);
  }

  /** What a change costs: everything before its transaction. */
  async cost<C>(work: Work<C>, call: Call): Promise<{ reply: Outcome } | { costed: C }> {
    await killPoint('judgments.change.before-cost');
    const costed = await work.cost(call);
    await killPoint('judgments.change.after-cost');
    return costed;
  }

  private async make<C>(work: Work<C>, costed: C, call: Call, patience: Patience): Promise<RawReply> {
    const attempt = new Attempt(patience);
    let made: { changed: Changed; held: JobRow | null } | undefined;
    const making = this.effects.once('judgments.change-commit', timed(attempt, call.effectId), async (tx) => {
      const changed = await work.change(tx, costed);
      if (changed.announcement) await addToOutbox(tx, [this.announcements.factOf(changed.announcement)]);
      const held = await this.announcements.hold(tx, work, changed);
      await killPoint('judgments.change.before-commit');
      attempt.close();
      made = { changed, held };
      return changed.outcome;
    });
    const settled = await patience.within(making);
    if (settled === late && attempt.abandon()) {
      making.catch((error: unknown) => this.logger.info({ err: error }, 'a change was left to a job'));
      return this.later(work, call, patience);
    }
    const outcome = settled === late ? await making : settled;
    // Another attempt of the same request has made it first.
    if (!made) return this.again(work, outcome, call);
    if (!made.held) {
      if (made.changed.backfill) await this.jobs.leave(made.changed.backfill.id);
      return RawReply.of(outcome);
    }
    return this.tell(made.changed, made.held, call, patience);
  }

  /** The reply once every holder has the change; a job while one has not. */
  private async tell(changed: Changed, held: JobRow, call: Call, patience: Patience): Promise<RawReply> {
    const telling = this.told(changed, held, call);
    const told = await patience.within(telling);
    if (told === true) return RawReply.of(changed.outcome);
    telling.catch((error: unknown) => this.logger.info({ err: error }, 'a job tells the holders again'));
    const isLeft = await this.jobs.leave(held.id).catch((error: unknown) => {
      this.logger.warn({ err: error, job: held.id }, 'a job is left to its lease');
      return true;
    });
    // Dropped at the last moment: all have applied.
    return RawReply.of(isLeft ? outcomeOf(202, jobView(held)) : changed.outcome);
  }

  private async told({ announcement, backfill }: Changed, held: JobRow, call: Call): Promise<boolean> {
    await killPoint('judgments.change.after-commit');
    const silent = announcement ? await this.announcements.tell(announcement, call) : [];
    if (silent.length > 0) return false;
    await this.jobs.drop(held.id);
    if (backfill) await this.jobs.leave(backfill.id);
    return true;
  }

  /** The request's own job: it has done nothing yet, and this is its beginning. */
  private async later<C>(work: Work<C>, call: Call, patience: Patience): Promise<RawReply> {
    const { asked, place, type } = work;
    if (!asked) throw new Problem('unavailable', 'The change took too long and nothing changed; try again.');
    const outcome = await this.effects.once('judgments.change-later', timed(patience, call.effectId), async (tx) => {
      const { organization, scope: namespace } = place;
      const request = { asked };
      const job = await this.jobs.add(tx, { organization, type, namespace, request, total: 1 });
      await killPoint('judgments.change.before-later');
      return outcomeOf(202, jobView(job));
    });
    return RawReply.of(outcome);
  }

  /**
   * The kept reply, after the holders have been told again: the attempt that made the change may have died before it
   * told them.
   */
  private async again<C>(work: Work<C>, kept: Outcome, call: Call): Promise<RawReply> {
    if (kept.status === 202 || work.type === 'backfill_start') return RawReply.of(kept);
    const told = await this.retold.changeOf(work.place);
    if (!told?.announcement) return RawReply.of(kept);
    await killPoint('judgments.change.after-commit');
    const silent = await this.announcements.tell(told.announcement, call);
    if (silent.length === 0) return RawReply.of(kept);
    const job = await this.announcements.openJob(work, { ...told, outcome: kept });
    return RawReply.of(outcomeOf(202, job));
  }
}

/** The occasion of an effect, by a limit that moves with the clock. */
function timed(limit: Attempt | Patience, effectId: string | undefined) {
  return {
    effectId,
    get toBeginMs() {
      return limit.toBeginMs;
    },
    assertMayBegin: () => limit.assertMayBegin(),
  };
}
