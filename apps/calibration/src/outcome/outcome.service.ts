import { BUS, CLOCK, EFFECTS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { OutcomesPosted, PostOutcomes, UnmatchedOutcome } from '@app/contracts/calibration';
import { AnswersInForceFound } from '@app/contracts/judgments';
import type { Clock } from '@app/observability';
import { Effects, Outcome } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BindingService } from './binding/binding.service';
import { NamespaceGate } from '../judgment/namespace-gate';
import { askInForce } from './ask-in-force';
import { personOf } from './author';
import { BoundOutcome, bind, refuseUnknownAnswers, unmatchedReason } from './bound-outcome';
import { OutcomeChanges, changesOf, stillLabelled } from './outcome-changes';
import { PostedOutcome, checkValue, readOutcomes, refuseFuture } from './posted-outcome';
import { AddedOutcomes, addOutcomes, lockOutcomes, lockWindows, replaceOutcomes } from './posted-outcome.store';

const maxHorizons = 10_000;

/** Stores posted outcomes, each bound to the answer that it labels. */
@Injectable()
export class OutcomeService {
  /** Horizons by namespace and judgment name, so that a post usually asks judgments once. Each reply corrects them. */
  private readonly horizons = new LRUCache<string, number>({ max: maxHorizons });

  constructor(
    private readonly binding: BindingService,
    private readonly gate: NamespaceGate,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async post({ namespace, judgment, post }: PostOutcomes, call: Call): Promise<Outcome> {
    const { organization, actor } = call.who;
    const posts = readOutcomes(post.outcomes, personOf(actor));
    refuseFuture(posts, this.clock.now());
    const before = await this.effects.find(call.effectId);
    if (before) return before;
    const [found] = await Promise.all([
      this.readInForce({ organization, namespace, judgment }, posts, call),
      this.gate.assertWritable({ organization, namespace }, call),
    ]);
    posts.forEach((posted) => checkValue(posted, found));
    refuseUnknownAnswers(posts, found.answers);
    const bound = posts.map((posted, index) => bind(posted, found.answers[index]));
    const never = bound.flatMap(({ document, hadAnswer }) => (hadAnswer ? [] : [document]));
    const absent = await this.gate.readAbsent({ organization, namespace }, [...new Set(never)], call);
    const target = { organization, namespace, judgmentId: found.judgment_id };
    const outcome = await this.effects.runOnce('calibration.outcome', call, async (tx) => {
      await lockWindows(tx, target);
      const stored = await lockOutcomes(tx, target, keysOf(bound));
      const changes = changesOf(bound, stored);
      const added = await addOutcomes(tx, target, changes.recorded, actor);
      await replaceOutcomes(tx, target, changes.replaced, actor);
      return {
        status: 200,
        body: JSON.stringify(replyOf(bound, stillLabelled(bound, stored), absent, changes, added)),
      };
    });
    if (bound.some(({ asOf, label }) => asOf === 'latest' && label === null)) this.binding.wake();
    return outcome;
  }

  private async readInForce(
    judgment: NamespaceRef & { judgment: string },
    posts: PostedOutcome[],
    call: Call,
  ): Promise<AnswersInForceFound> {
    const key = JSON.stringify(judgment);
    const assumedMs = this.horizons.get(key) ?? 0;
    const { found, horizonMs } = await askInForce(this.bus.requester, judgment, posts, assumedMs, call.hop());
    this.horizons.set(key, horizonMs);
    return found;
  }
}

/** Documents with the identities to look for: that of each outcome, and the one that it had without its answer. */
function keysOf(posts: BoundOutcome[]): [document: string, identity: string][] {
  return posts.flatMap(({ document, identity, unmatchedIdentity }): [string, string][] => [
    [document, identity],
    ...(unmatchedIdentity === null ? [] : ([[document, unmatchedIdentity]] as [string, string][])),
  ]);
}

/**
 * @param labelled posts without a label of their own whose stored outcome has one
 * @param absent documents that the namespace does not have
 */
function replyOf(
  posts: BoundOutcome[],
  labelled: ReadonlySet<BoundOutcome>,
  absent: ReadonlySet<string>,
  { replaced, unchanged }: OutcomeChanges,
  added: AddedOutcomes,
): OutcomesPosted {
  const unmatched = posts.flatMap((bound): UnmatchedOutcome[] => {
    const { document, label, firstAnswerAt } = bound;
    if (label !== null || labelled.has(bound)) return [];
    // What waits keeps the other reason: its document may come.
    const reason = absent.has(document) ? 'no_such_document' : unmatchedReason(bound);
    return [{ document, reason, ...(firstAnswerAt && { first_answer_at: firstAnswerAt }) }];
  });
  return {
    recorded: added.recorded,
    replaced: replaced.length + added.replaced,
    unchanged: unchanged + added.unchanged,
    matched: posts.length - unmatched.length,
    unmatched,
  };
}
