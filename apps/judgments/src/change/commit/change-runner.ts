import { CLOCK, EFFECTS, LOGGER } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import type { Clock, Logger } from '@app/observability';
import { Effects, JobRow, Occasion, Outcome, TimeLimit, jobView, killPoint } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { NamespaceGuard } from '../../copy/namespace/namespace-guard';
import { Change, ChangeResult, Costed, outcomeOf } from './change';
import { ChangeJobs } from './change-jobs';
import { CommitGate } from './commit-gate';
import { commitWithFact, openChangeOf } from './open-change';
import { ReannouncedService } from './reannounced.service';
import { ReplicationService } from './replication.service';
import { ResponseDeadline, late } from './response-deadline';

interface Committed {
  result: ChangeResult;
  /** The job that replicates the change if this process dies. */
  held: JobRow | null;
}

/**
 * Takes every change through its steps: price, commit once per effect together with the fact, replicate, reply. A request
 * that is not done after twenty seconds becomes a job. Before the commit the job does all of it again; after the commit it
 * only replicates. However long a step takes, the change is made once or not at all.
 */
@Injectable()
export class ChangeRunner {
  constructor(
    private readonly jobs: ChangeJobs,
    private readonly replication: ReplicationService,
    private readonly reannounced: ReannouncedService,
    private readonly guard: NamespaceGuard,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async run<C>(change: Change<C>, call: Call): Promise<RawReply> {
    const kept = await this.effects.find(call.effectId);
    if (kept) return this.repeat(change, kept, call);
    const deadline = new ResponseDeadline(this.clock, call);
    const costing = this.readCost(change, call);
    const costed = await deadline.waitWithin(costing);
    if (costed === late) {
      costing.catch((error: unknown) => this.logger.info({ err: error }, 'a request failed after it became a job'));
      return this.defer(change, call, deadline);
    }
    if ('reply' in costed) return RawReply.of(costed.reply);
    return this.commit(change, costed.cost, call, deadline);
  }

  /** Everything before the transaction of a change. */
  async readCost<C>(change: Change<C>, call: Call): Promise<Costed<C>> {
    await killPoint('judgments.change.before-cost');
    const isCreate = change.type === 'judgment_create';
    await this.guard.requireWritable(change.ref, isCreate);
    const costed = await change.readCost(call);
    if (isCreate && change.request && 'cost' in costed) {
      await this.guard.make(change.ref, change.request.caller, call);
    }
    await killPoint('judgments.change.after-cost');
    return costed;
  }

  private async commit<C>(change: Change<C>, cost: C, call: Call, deadline: ResponseDeadline): Promise<RawReply> {
    const gate = new CommitGate(deadline);
    let committed: Committed | undefined;
    const committing = this.effects.runOnce('judgments.change-commit', occasionOf(gate, call), async (tx) => {
      const result = await commitWithFact(tx, change, cost);
      const held = await this.jobs.hold(tx, change, result);
      await killPoint('judgments.change.before-commit');
      gate.close();
      committed = { result, held };
      return result.outcome;
    });
    const settled = await deadline.waitWithin(committing);
    if (settled === late && gate.abandon()) {
      committing.catch((error: unknown) => this.logger.info({ err: error }, 'a change was left to a job'));
      return this.defer(change, call, deadline);
    }
    const outcome = settled === late ? await committing : settled;
    // Another attempt of the same request has committed first.
    if (!committed) return this.repeat(change, outcome, call);
    return this.replicate(committed, call, deadline);
  }

  /** Replies when every copy has applied the change, or with a job while one has not. */
  private async replicate({ result, held }: Committed, call: Call, deadline: ResponseDeadline): Promise<RawReply> {
    const replicating = this.isReplicated(result, held, call);
    const isDone = await deadline.waitWithin(replicating);
    if (isDone === true || !held) return RawReply.of(result.outcome);
    replicating.catch((error: unknown) => this.logger.info({ err: error }, 'a job replicates a change again'));
    const isLeft = await this.jobs.leave(held).catch((error: unknown) => {
      this.logger.warn({ err: error, job: held.id }, 'a job is left to its lease');
      return true;
    });
    // The job is gone when the last copy acknowledged at the last moment.
    return RawReply.of(isLeft ? outcomeOf(202, jobView(held)) : result.outcome);
  }

  private async isReplicated({ fact, backfill }: ChangeResult, held: JobRow | null, call: Call): Promise<boolean> {
    if (fact) {
      await killPoint('judgments.change.after-commit');
      const unacknowledged = await this.replication.replicate(fact, call);
      if (unacknowledged.length > 0) return false;
    }
    await this.jobs.end(held, backfill);
    return true;
  }

  /** Replies with a job that does the request from its beginning; nothing of it is committed. */
  private async defer<C>(change: Change<C>, call: Call, deadline: ResponseDeadline): Promise<RawReply> {
    const { request } = change;
    if (!request) throw new Problem('unavailable', 'The change took too long and nothing changed; try again.');
    const outcome = await this.effects.runOnce('judgments.change-later', occasionOf(deadline, call), async (tx) =>
      outcomeOf(202, await this.jobs.defer(tx, change, request)),
    );
    return RawReply.of(outcome);
  }

  /**
   * Replies again to a request whose change is committed. Replicates it again first: the attempt that committed may have
   * died before it did.
   */
  private async repeat<C>(change: Change<C>, kept: Outcome, call: Call): Promise<RawReply> {
    if (kept.status === 202 || change.type === 'backfill_start') return RawReply.of(kept);
    const fact = await this.reannounced.readFactOf(change.ref);
    const open = openChangeOf({ fact, outcome: kept });
    if (!fact || !open) return RawReply.of(kept);
    await killPoint('judgments.change.after-commit');
    const unacknowledged = await this.replication.replicate(fact, call);
    if (unacknowledged.length === 0) return RawReply.of(kept);
    return RawReply.of(outcomeOf(202, await this.jobs.open(change, open)));
  }
}

/** The occasion of an effect whose limit moves with the clock. */
function occasionOf(limit: TimeLimit, { effectId }: Call): Occasion {
  return {
    effectId,
    get toBeginMs() {
      return limit.toBeginMs;
    },
    assertMayBegin: () => limit.assertMayBegin(),
  };
}
