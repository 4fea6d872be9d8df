import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { OutcomeBody } from '@app/contracts/calibration';
import { OutcomeRuleMatched } from '@app/contracts/documents';
import { AnswersInForceFound } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../judgment/judgment.store';
import { askInForce } from './ask-in-force';
import { ruleAuthor } from './author';
import { bind } from './bound-outcome';
import { PostedOutcome, checkValue, readOutcomes } from './posted-outcome';
import { addOutcomes, lockWindows } from './posted-outcome.store';

/** Stores the outcomes of outcome rules, bound like posted ones. They were observed when a write made the rule true. */
@Injectable()
export class RuleService {
  constructor(
    private readonly judgments: JudgmentStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /** Idempotent: judgment, document and time identify the outcome. */
  async recordMatched(fact: OutcomeRuleMatched): Promise<void> {
    const { organization, namespace, judgment_id: judgmentId } = fact;
    const judgment = await this.judgments.readNameOf(organization, judgmentId);
    if (judgment === null) return;
    const outcomes = readFact(fact);
    const found = await this.readInForce({ organization, namespace, judgment }, outcomes);
    // By now the name can belong to another judgment, and the active version can lack the option of the rule.
    if (found === null || found.judgment_id !== judgmentId || !isPossible(outcomes[0], found)) return;
    const bound = outcomes.map((outcome, index) => bind(outcome, found.answers[index]));
    await this.database.transaction('calibration.rule', async (tx) => {
      const target = { organization, namespace, judgmentId };
      await lockWindows(tx, target);
      await addOutcomes(tx, target, bound, ruleAuthor);
    });
  }

  /** Null when the judgment or namespace is gone. */
  private async readInForce(
    judgment: NamespaceRef & { judgment: string },
    outcomes: PostedOutcome[],
  ): Promise<AnswersInForceFound | null> {
    try {
      return (await askInForce(this.bus.requester, judgment, outcomes, 0, Call.within())).found;
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return null;
      throw error;
    }
  }
}

/** The prefix keeps an outcome of a rule apart from a posted one that was observed at the same time. */
function readFact({ documents, value, escape, observed_at }: OutcomeRuleMatched): PostedOutcome[] {
  const content = escape ? { escape } : { value };
  const bodies = documents.map((document) => ({ document, ...content, observed_at }) as OutcomeBody);
  return readOutcomes(bodies).map((outcome) => ({ ...outcome, identity: `rule&${outcome.identity}` }));
}

function isPossible(outcome: PostedOutcome, found: AnswersInForceFound): boolean {
  try {
    checkValue(outcome, found);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_request') return false;
    throw error;
  }
}
