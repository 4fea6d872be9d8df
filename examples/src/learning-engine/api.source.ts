import type { EngineQuestion } from '@app/contracts/engines';
import { JudgmentClient, JudgmentError } from '@app/sdk/client';
import type { LabelSource, SourceJudgment, SourceLabel } from './label.source';

type Definition = Awaited<
  ReturnType<ReturnType<JudgmentClient['namespace']>['judgments']['list']>
>['judgments'][number]['definition'];

/** Labels by the public API, of the judgments that name this engine. A key with role `read_only` suffices. */
export class ApiSource implements LabelSource {
  constructor(
    private readonly client: JudgmentClient,
    private readonly engine: string,
  ) {}

  async readOrganization(): Promise<string> {
    return (await this.client.organization.read()).id;
  }

  async *readJudgments(): AsyncGenerator<SourceJudgment> {
    for await (const { namespace, name } of this.client.organization.judgments({ limit: 100 })) {
      const { definition } = await this.client.namespace(namespace).judgments.get(name).read();
      const question = definition.engine.name === this.engine ? questionOf(definition) : null;
      if (question) yield { where: namespace, name, question };
    }
  }

  async *readLabels({ where, name }: SourceJudgment): AsyncGenerator<SourceLabel> {
    for await (const outcome of this.client.namespace(where).judgments.get(name).outcomes.list()) {
      const { answer, namespace, document, escape, value, observed_at: at } = outcome;
      if (answer === null) continue;
      yield { answer, namespace, document, value: escape ? '' : String(value), observedAtMs: Date.parse(at) };
    }
  }

  async readContext({ name }: SourceJudgment, { namespace, document, answer }: SourceLabel): Promise<string | null> {
    try {
      const record = await this.client.namespace(namespace).documents.answer(document, name, answer);
      return record.context.text;
    } catch (error) {
      // The document was deleted since.
      if (error instanceof JudgmentError && error.code === 'not_found') return null;
      throw error;
    }
  }
}

/** What an ask of this definition says; null for composites and choices among documents, which no head can learn. */
function questionOf(definition: Definition): EngineQuestion | null {
  const { type, question, criteria } = definition;
  const common = { type, question, ...(criteria === undefined ? {} : { criteria }) };
  if (definition.type === 'bool') return definition.parts ? null : common;
  if (definition.type === 'score') return { ...common, levels: definition.levels };
  if (!Array.isArray(definition.options)) return null;
  return { ...common, options: definition.options, escape: definition.escape?.description };
}
