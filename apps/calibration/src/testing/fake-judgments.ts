import { handle } from '@app/bus';
import {
  AnswersCounted,
  CountAnswers,
  NamespaceStateFound,
  SampleAnswers,
  SampledAnswer,
  SampledAnswers,
  countAnswers,
  readAttributes,
  readNamespaceState,
  sampleAnswers,
} from '@app/contracts/documents';
import {
  AnswerInForce,
  AnswersInForce,
  AnswersInForceFound,
  RecordedAnswer,
  answersInForce,
} from '@app/contracts/judgments';
import { Problem } from '@app/problem';

/** The service judgments, and what documents answers, in memory. Each organization has one judgment. */
export class FakeJudgments {
  readonly answers: RecordedAnswer[] = [];
  /** The requests for answers in force, in order. */
  readonly requests: AnswersInForce[] = [];
  horizon = '14d';
  type: Pick<AnswersInForceFound, 'type' | 'options' | 'levels'> = { type: 'bool', options: null, levels: null };

  /** The namespace of an answer's document; a spec with several namespaces sets another rule. */
  namespaceOf: (answer: RecordedAnswer) => string = () => 'n';

  /** What documents says of a namespace; every other namespace exists. */
  readonly states = new Map<string, NamespaceStateFound>();
  /** Documents that do not exist; every other one does. */
  readonly absent = new Set<string>();

  /** How often answers were counted, and why they cannot be. */
  counts = 0;
  countProblem: Problem | null = null;

  /** Attributes of documents, in every namespace; every other document has none. */
  readonly attributes = new Map<string, object>();

  /** Whether an answer that is not there may have been dropped. */
  isExpired: (document: string) => boolean = () => false;

  readonly table = [
    handle(answersInForce, async (query) => this.inForce(query)),
    handle(sampleAnswers, async (query) => this.sample(query)),
    handle(countAnswers, async (query) => this.count(query)),
    handle(readAttributes, async ({ ids }) => ({
      documents: ids
        .filter((id) => !this.absent.has(id))
        .map((id) => ({ id, attributes: this.attributes.get(id) ?? {} })),
    })),
    handle(readNamespaceState, async ({ namespace, documents = [] }) => ({
      ...(this.states.get(namespace) ?? { exists: true, deleting: false }),
      absent: documents.filter((id) => this.absent.has(id)),
    })),
  ];

  /** Documents keeps the last answer of each document and version. */
  private sample({ version, limit, without = [] }: SampleAnswers): SampledAnswers {
    const last = new Map(this.answers.filter((one) => one.version === version).map((one) => [one.document, one]));
    const all = [...last.values()].filter((one) => !without.some((prefix) => this.namespaceOf(one).startsWith(prefix)));
    const answers = all.slice(0, limit).map((one): SampledAnswer => {
      const { document, answer_id, document_version, engine_version, judged_at, number, value, escape_p, dist } = one;
      const about = {
        namespace: this.namespaceOf(one),
        document,
        answer: String(answer_id),
        document_version,
        engine_version,
        judged_at,
      };
      return { ...about, number, value, escape_p, dist };
    });
    return { population: all.length, answers };
  }

  /** Of the current answers: by thousandths of p, or by option. */
  private count({ version, engine_version, by }: CountAnswers): AnswersCounted {
    this.counts += 1;
    if (this.countProblem) throw this.countProblem;
    const own = this.answers.filter((one) => one.version === version && one.engine_version === engine_version);
    const last = [...new Map(own.map((one) => [one.document, one])).values()];
    const bins = new Array<number>(by === 'number' ? 1_001 : 0).fill(0);
    if (by === 'number') for (const { number } of last) bins[Math.floor(1_000 * (number ?? 0) + 1e-9)] += 1;
    const values = by === 'number' ? [] : [...new Set(last.map(({ value }) => value as string | null))];
    const answersOf = (value: string | null) => last.filter((one) => one.value === value).length;
    return { sampled: false, bins, values: values.map((value) => ({ value, answers: answersOf(value) })) };
  }

  private inForce(query: AnswersInForce): AnswersInForceFound {
    this.requests.push(query);
    if (query.judgment === 'none') throw new Problem('not_found', 'There is no such judgment.');
    const answers = query.moments.map(({ document, as_of, answer: named }): AnswerInForce => {
      const own = this.answers
        .filter((one) => one.document === document)
        .sort((a, b) => a.judged_at.localeCompare(b.judged_at));
      const found = named
        ? own.find(({ answer_id }) => answer_id === named)
        : own.filter(({ judged_at }) => as_of === null || judged_at <= as_of).at(-1);
      const expired = !found && this.isExpired(document) ? { expired: true } : {};
      return { document, answer: found ?? null, first_answer_at: own[0]?.judged_at ?? null, ...expired };
    });
    return { judgment_id: `jdg_${query.organization}`, horizon: this.horizon, ...this.type, answers };
  }
}
