import { BUS, EFFECTS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { AnswersInForceFound, OutcomesPosted, PostOutcomes, UnmatchedOutcome, answersInForce } from '@app/contracts';
import { durationMs } from '@app/definition';
import { Effects, Outcome } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { BindingService } from '../binding/binding.service';
import { Bound, Sorted, bind, sortOut } from './bound-outcome';
import { Posted, checkValue, momentOf, readOutcomes, unnamedIdentity } from './outcome';
import { Added, OutcomeStore } from './outcome.store';

const horizonsRemembered = 10_000;

/** What really happened, bound to the answer that stood when it mattered. */
@Injectable()
export class OutcomeService {
  /** By place and judgment, so that a post asks once; the reply says whether it still holds. */
  private readonly horizons = new LRUCache<string, number>({ max: horizonsRemembered });

  constructor(
    private readonly store: OutcomeStore,
    private readonly binding: BindingService,
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  async post({ namespace, judgment, post }: PostOutcomes, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    const posts = readOutcomes(post.outcomes);
    const before = await this.effects.find(call.effectId);
    if (before) return before;
    const found = await this.inForce({ organization, namespace, judgment }, posts, call);
    posts.forEach((posted) => checkValue(posted, found));
    const bound = posts.map((posted, index) => bind(posted, found.answers[index]));
    const target = { organization, namespace, judgmentId: found.judgment_id };
    const outcome = await this.effects.once('calibration.outcome', call, async (tx) => {
      await this.store.lock(tx, target);
      const stored = await this.store.stored(tx, target, keysOf(bound));
      const sorted = sortOut(bound, stored, unnamedIdentity);
      const added = await this.store.add(tx, target, sorted.recorded);
      await this.store.replace(tx, target, sorted.replaced);
      return { status: 200, body: JSON.stringify(replyOf(bound, sorted, added)) };
    });
    if (bound.some(({ asOf, label }) => asOf === 'latest' && label === null)) this.binding.wake();
    return outcome;
  }

  /** One request where the horizon is known and holds, else another with the one just told. */
  private async inForce(
    place: { organization: string; namespace: string; judgment: string },
    posts: Posted[],
    call: Call,
  ): Promise<AnswersInForceFound> {
    const key = JSON.stringify(place);
    const ask = (horizonMs: number) => {
      const moments = posts.map((posted) => momentOf(posted, horizonMs));
      return this.bus.requester.ask(answersInForce, { ...place, moments }, call.hop());
    };
    const assumedMs = this.horizons.get(key) ?? 0;
    const found = await ask(assumedMs);
    const horizonMs = durationMs(found.horizon ?? '') ?? 0;
    this.horizons.set(key, horizonMs);
    const isByHorizon = posts.some(({ answer, asOf }) => answer === null && asOf === null);
    return horizonMs === assumedMs || !isByHorizon ? found : ask(horizonMs);
  }
}

/** Identities to look for: as sent, and as they were before a correction named the answer. */
function keysOf(posts: Bound[]): [string, string][] {
  return posts.flatMap((posted) => {
    const unnamed = unnamedIdentity(posted);
    const own: [string, string] = [posted.document, posted.identity];
    return unnamed === null ? [own] : [own, [posted.document, unnamed] as [string, string]];
  });
}

function replyOf(posts: Bound[], { replaced, unchanged }: Sorted, added: Added): OutcomesPosted {
  const unmatched = posts.flatMap(({ document, label, firstAnswerAt, answer }): UnmatchedOutcome[] => {
    if (label !== null) return [];
    const reason = answer === null ? 'no_answer_at_as_of' : 'answer_not_found';
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
