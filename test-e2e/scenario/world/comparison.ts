import { AnswerView } from '@app/contracts/documents';
import { ContextView, HistoryList } from '@app/contracts/judgments';
import { Scenario } from '../scenario';
import { Stored, recomputed } from './numbers';
import { NumberFilter, World, ids, matchesNumber } from './world';

/** The judgment that is compared, as it is in force. */
interface Reader {
  /** The documents that fan-outs concern, null for all: an answer outside stays as it is, and fresh. */
  scope: NumberFilter | null;
  related: World['related'];
}

/** A stored document with its answers. */
type Judged = Omit<Stored, 'answers'> & { answers: Record<string, AnswerView> };

/** Compares answers that read fresh with what a fresh compile reads, and with numbers made of the stored documents. */
export class Comparison {
  private readonly hashes = new Map<string, string>();
  compared = 0;
  readonly wrong: string[] = [];

  constructor(
    private readonly scenario: Scenario,
    private readonly world: World,
  ) {}

  /** All documents with their answers, from one snapshot. */
  async stored(): Promise<Judged[]> {
    const body = { ids, fresh: 'stored', include: ['attributes', 'state', 'answers'] };
    return (await this.scenario.ok<{ documents: Judged[] }>('POST', '/documents/get', body)).documents;
  }

  async compare(when: string, { scope, related }: Reader): Promise<void> {
    const stored = await this.stored();
    for (const { id: document, answers, ...own } of stored) {
      const answer = 'late' in answers ? answers['late'] : undefined;
      if (answer?.status !== 'fresh' || answer.id === null) continue;
      if (!matchesNumber(scope, own.attributes.n)) continue;
      const { hash, text } = await this.scenario.ok<ContextView>('POST', '/judgments/late/context', { document });
      // The other judgment goes on answering: what has moved meanwhile is compared another time.
      if (!(await this.stands(document, answer))) continue;
      this.compareNumbers(when, answer, related, { id: document, ...own }, stored);
      const read = await this.hashOf(document, answer.id);
      this.compared += 1;
      if (hash !== read) this.wrong.push(`${when}: ${document} reads fresh and was not made of ${text}`);
    }
  }

  /** Whether an answer that was fresh is fresh still. */
  private async stands(document: string, { id: answer }: AnswerView): Promise<boolean> {
    const { status, id: now } = await this.scenario.answer(document, 'late');
    return status === 'fresh' && now === answer;
  }

  private compareNumbers(
    when: string,
    { features }: AnswerView,
    related: World['related'],
    own: Stored,
    all: readonly Stored[],
  ): void {
    const expected = recomputed(related, this.world.numbers, own, all);
    const differing = Object.keys(expected).filter((name) => features?.[name] !== expected[name]);
    if (differing.length === 0) return;
    const [got, wanted] = [features, expected].map((each) => JSON.stringify(each));
    this.wrong.push(`${when}: ${own.id} reads fresh with ${got} and counts ${wanted}`);
  }

  /** Of the context that an answer was made of; it never changes. */
  private async hashOf(document: string, answer: string): Promise<string | undefined> {
    if (!this.hashes.has(answer)) {
      const path = `/documents/${document}/answers/late/history`;
      const { answers } = await this.scenario.ok<HistoryList>('GET', path);
      for (const { id: one, context_hash } of answers) this.hashes.set(one, context_hash);
    }
    return this.hashes.get(answer);
  }
}
