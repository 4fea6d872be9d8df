import { BUS, DATABASE, EFFECTS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { answersInForce } from '@app/contracts/judgments';
import { Waker } from '@app/observability';
import { Database, Effects, deleteExpiredJobs } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentStore } from '../../judgment/judgment.store';
import { ArrivedLabel, labelOf } from '../label/label';
import { UncheckedOutcome, bindWaiting, markChecked, readUnchecked } from './binding.store';

const batchSize = 1000;
const sweepEveryMs = 600_000;

/**
 * Binds outcomes that wait for a first answer. Normally the fact of the answer does that, but judgments may have recorded
 * the answer while the outcome was being stored. Therefore this service asks judgments once about each waiting outcome,
 * after its commit.
 */
@Injectable()
export class BindingService extends Waker {
  private sweptAtMs = 0;

  constructor(
    private readonly judgments: JudgmentStore,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
    @Inject(EFFECTS) private readonly effects: Effects,
  ) {
    super();
  }

  /** Binds a batch of outcomes. @returns whether there may be more */
  async turn(): Promise<boolean> {
    if (Date.now() - this.sweptAtMs > sweepEveryMs) {
      await this.effects.sweep();
      await deleteExpiredJobs(this.database);
      this.sweptAtMs = Date.now();
    }
    const waiting = await readUnchecked(this.database, batchSize);
    for (const group of byJudgment(waiting)) {
      await bindWaiting(this.database, await this.find(group));
      await markChecked(this.database, group);
    }
    return waiting.length === batchSize;
  }

  /** The current answers of the documents of one namespace and judgment; none when the judgment or namespace is gone. */
  private async find(group: UncheckedOutcome[]): Promise<ArrivedLabel[]> {
    const [{ organization, namespace, judgment_id: judgmentId }] = group;
    const judgment = await this.judgments.readNameOf(organization, judgmentId);
    if (judgment === null) return [];
    const moments = group.map(({ document }) => ({ document, as_of: null }));
    try {
      const query = { organization, namespace, judgment, moments };
      const found = await this.bus.requester.ask(answersInForce, query, Call.within());
      if (found.judgment_id !== judgmentId) return [];
      return found.answers.flatMap(({ document, answer, deleted_at }) => {
        const label = deleted_at === undefined ? labelOf(answer) : null;
        return label ? [{ organization, namespace, judgmentId, document, label }] : [];
      });
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return [];
      throw error;
    }
  }
}

/** Groups outcomes by namespace and judgment. */
function byJudgment(waiting: UncheckedOutcome[]): UncheckedOutcome[][] {
  const groups = new Map<string, UncheckedOutcome[]>();
  for (const one of waiting) {
    const key = JSON.stringify([one.organization, one.namespace, one.judgment_id]);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return [...groups.values()];
}
