import { documentChangedLive } from '@app/contracts/documents';
import { JudgmentChange, RecordedAnswer, createJudgment, listHistory } from '@app/contracts/judgments';
import { callerOf, eventually } from '@app/testing';
import { OpenJudgments } from '../testing/open-judgments';

export const bool = (name: string, more: object = {}) => ({
  name,
  type: 'bool',
  question: `MARK of ${name}?`,
  context: { fields: ['state.note'] },
  freshness: { policy: 'on_change', debounce_ms: 0 },
  ...more,
});

/** Judgments and documents of an organization, and the answers that were recorded of them. */
export class BesideRoom {
  /** Version of the document that was written last. */
  version = 1;

  constructor(
    private readonly judgments: OpenJudgments,
    private readonly organization: string,
  ) {}

  nextVersion(): number {
    return (this.version += 1);
  }

  async create(namespace: string, judgment: { name: string }): Promise<string> {
    const { gateway, neighbours } = this.judgments;
    const caller = callerOf(this.organization);
    const change: JudgmentChange = await gateway.ask(
      createJudgment,
      { namespace, judgment: judgment as never },
      caller,
    );
    expect(change.status).toBe('created');
    return neighbours.snapshotOf(namespace, judgment.name)!.judgment_id;
  }

  /** Writes a document that judgments want, and tells them. */
  async write(
    namespace: string,
    judged: string[],
    state: object,
    { id = 'd1', attributes = {} }: { id?: string; attributes?: object } = {},
  ): Promise<void> {
    const version = this.nextVersion();
    Object.assign(this.judgments.neighbours.put(id, version, state, judged), { attributes });
    await this.judgments.documents.say(documentChangedLive, {
      organization: this.organization,
      namespace,
      sets: [judged],
      documents: [{ id, version, set: 0 }],
      cause: 'write',
      changed_at: new Date().toISOString(),
    });
  }

  async factsOf(namespace: string) {
    const { rows } = await this.judgments.db.query<{ payload: string }>(
      `select payload from outbox where subject like 'judgments.answer.recorded%' order by id`,
    );
    return rows.map(({ payload }) => JSON.parse(payload)).filter((fact) => fact.namespace === namespace);
  }

  /** The answers of a namespace, once there are so many. */
  async recorded(namespace: string, count: number): Promise<RecordedAnswer[]> {
    let answers: RecordedAnswer[] = [];
    await eventually(async () => {
      answers = (await this.factsOf(namespace)).flatMap((fact) => fact.answers as RecordedAnswer[]);
      expect(answers).toHaveLength(count);
    });
    return answers;
  }

  async historyOf(namespace: string, judgment: string) {
    const query = { namespace, document: 'd1', judgment };
    return (await this.judgments.gateway.ask(listHistory, query, callerOf(this.organization))).answers;
  }
}
