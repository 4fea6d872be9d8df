import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { AnswersInForceFound, OutcomeBody, OutcomeRuleMatched, answersInForce } from '@app/contracts';
import { durationMs } from '@app/definition';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { BindingStore } from '../binding/binding.store';
import { bind } from './bound-outcome';
import { Posted, checkValue, momentOf, readOutcomes } from './outcome';
import { OutcomeStore } from './outcome.store';

/** Outcomes that a rule tells: bound as posted ones are, by the instant of the write that made the rule true. */
@Injectable()
export class RuleService {
  constructor(
    private readonly store: OutcomeStore,
    private readonly binding: BindingStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /** Heard twice it adds nothing: judgment, document and instant are the identity. */
  async matched(fact: OutcomeRuleMatched): Promise<void> {
    const { organization, namespace, judgment_id: judgmentId } = fact;
    const judgment = await this.binding.nameOf(organization, judgmentId);
    if (judgment === null) return;
    const posts = readFact(fact);
    const found = await this.inForce({ organization, namespace, judgment }, posts);
    // The name may stand for another judgment by now, and the value for an option that its version no longer has.
    if (found === null || found.judgment_id !== judgmentId || !isPossible(posts[0], found)) return;
    const bound = posts.map((posted, index) => bind(posted, found.answers[index]));
    await this.database.transaction('calibration.rule', async (tx) => {
      const target = { organization, namespace, judgmentId };
      await this.store.lock(tx, target);
      await this.store.add(tx, target, bound, 'rule');
    });
  }

  private async inForce(
    place: { organization: string; namespace: string; judgment: string },
    posts: Posted[],
  ): Promise<AnswersInForceFound | null> {
    const ask = (horizonMs: number) => {
      const moments = posts.map((posted) => momentOf(posted, horizonMs));
      return this.bus.requester.ask(answersInForce, { ...place, moments }, Call.within());
    };
    try {
      const found = await ask(0);
      const horizonMs = durationMs(found.horizon) ?? 0;
      return horizonMs === 0 ? found : await ask(horizonMs);
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return null;
      throw error;
    }
  }
}

/** A rule may tell at the very instant of a post: the two are not one outcome. */
function readFact({ documents, value, escape, observed_at }: OutcomeRuleMatched): Posted[] {
  const told = escape ? { escape } : { value };
  const bodies = documents.map((document) => ({ document, ...told, observed_at }) as OutcomeBody);
  return readOutcomes(bodies).map((posted) => ({ ...posted, identity: `rule&${posted.identity}` }));
}

function isPossible(posted: Posted, found: AnswersInForceFound): boolean {
  try {
    checkValue(posted, found);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') return false;
    throw error;
  }
}
