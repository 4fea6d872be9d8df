import type { UsageReport } from '@app/contracts/billing';
import type { AlternativesTable, Alternative, FitView, OutcomesPosted } from '@app/contracts/calibration';
import type { JobView } from '@app/contracts/jobs';
import { eventually } from '@app/testing/stack';
import type { ApiOptions, ApiReply, StackClient } from '@app/testing/stack';
import { Scenario } from './scenario';

/** A document, what the engine says of it under the version's question, and what happened. */
export interface Labelled {
  id: string;
  text: string;
  value: boolean;
}

/** p by word of the document's text, for each question. A document holds one word of each pair. */
export type Says = Record<string, { high: number; low: number } | { yes: number; no: number }>;

/**
 * Documents of which 70 % of those that the engine calls high come true, and 30 % of the others: the version, which says
 * just that, is calibrated. A question that is scripted by `yes` and `no` knows what will happen.
 */
export function labelledDocuments(count: number): Labelled[] {
  return Array.from({ length: count }, (_, at) => {
    const isHigh = at % 2 === 1;
    const value = Math.floor(at / 2) % 10 < (isHigh ? 7 : 3);
    return { id: `d${at}`, text: `d${at} is ${isHigh ? 'high' : 'low'}, told ${value ? 'yes' : 'no'}`, value };
  });
}

/** A bool judgment with labelled answers and a fit, and the calls of its table of alternatives. */
export class LabelledJudgment {
  readonly documents: Labelled[];
  readonly question: string;

  constructor(
    readonly scenario: Scenario,
    count: number,
    readonly judgment = 'late',
  ) {
    this.documents = labelledDocuments(count);
    this.question = `Is it late in ${scenario.namespace}?`;
  }

  get stack(): StackClient {
    return this.scenario.stack;
  }

  /** A question of this scenario alone, so that scripts and counts of others do not meet it. */
  wording(text: string): string {
    return `${text} (${this.scenario.namespace})`;
  }

  /** What the engine says from now on: the version's own numbers, and those of other wordings. */
  async scripted(says: Says = {}): Promise<void> {
    const all: Says = { [this.question]: { high: 0.7, low: 0.3 }, ...says };
    const scripts = Object.entries(all).flatMap(([question, byWord]) =>
      Object.entries(byWord).map(([word, p]) => ({
        match: { question, state: ['high', 'low'].includes(word) ? `is ${word}` : `told ${word}` },
        answer: { p: p as number },
      })),
    );
    await this.stack.engine.set({ scripts });
  }

  /** Writes and judges the documents, posts what happened, and has a fit made. */
  async arrange(
    says: Says = {},
    definition: object = {},
    stateOf: (document: Labelled) => object = ({ text }) => ({ text }),
  ): Promise<void> {
    await this.scripted(says);
    const { scenario } = this;
    await scenario.judgment({
      name: this.judgment,
      type: 'bool',
      question: this.question,
      context: { fields: ['state.text'] },
      freshness: { policy: 'on_change', debounce_ms: 0 },
      ...definition,
    });
    await this.write(this.documents.map((document) => ({ id: document.id, state: stateOf(document) })));
    await this.untilFresh();
    await this.label(this.documents);
    await this.fit();
  }

  async write(documents: { id: string; state: object }[]): Promise<void> {
    for (let at = 0; at < documents.length; at += 200)
      await this.scenario.write({ upsert: documents.slice(at, at + 200) });
  }

  async untilFresh(count = this.documents.length): Promise<void> {
    const filter = { [`answers.${this.judgment}.status`]: 'fresh' };
    await eventually(async () => {
      expect((await this.scenario.query({ filter, limit: 1, count: true })).count).toBe(count);
    }, 60_000);
  }

  async label(documents: readonly Labelled[]): Promise<void> {
    const outcomes = documents.map(({ id, value }) => ({ document: id, value, as_of: 'latest' }));
    await this.scenario.ok<OutcomesPosted>('POST', `/judgments/${this.judgment}/outcomes`, { outcomes });
  }

  /** Has a fit made now. */
  async fit(): Promise<FitView> {
    const job = await this.scenario.ok<JobView>('POST', `/judgments/${this.judgment}/calibration/run`, {});
    return (await this.ended(job.id)).result as FitView;
  }

  call<T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, options?: ApiOptions): Promise<ApiReply<T>> {
    return this.scenario.call<T>(method, `/judgments/${this.judgment}/alternatives${path}`, body, options);
  }

  async table(): Promise<AlternativesTable> {
    const { status, body, text } = await this.call<AlternativesTable>('GET', '');
    if (status !== 200) throw new Error(`The table answered ${status} ${text}`);
    return body;
  }

  async name(definition: object, more: object = {}): Promise<Alternative> {
    const { status, body, text } = await this.call<Alternative>('POST', '', { definition, ...more });
    if (status !== 201) throw new Error(`Naming answered ${status} ${text}`);
    return body;
  }

  /** The table once its quote is priced. */
  priced(limitMs = 30_000): Promise<AlternativesTable> {
    return eventually(async () => {
      const table = await this.table();
      if (table.quote?.status !== 'ready') throw new Error(`${table.status}: ${table.message}`);
      return table;
    }, limitMs);
  }

  run(generation: number): Promise<ApiReply<JobView>> {
    return this.call<JobView>('POST', '/run', { quote_generation: generation });
  }

  /** Confirms the quote as it stands. @returns the job, which goes on */
  async confirm(): Promise<JobView> {
    const { quote } = await this.priced();
    const { status, body, text } = await this.run(quote!.generation);
    if (status !== 202) throw new Error(`Confirming answered ${status} ${text}`);
    return body;
  }

  /** Scores everything that is unscored. */
  async scored(limitMs = 90_000): Promise<AlternativesTable> {
    const { id } = await this.confirm();
    const job = await this.ended(id, limitMs);
    if (job.status !== 'done') throw new Error(`The run ended ${job.status}: ${JSON.stringify(job.result)}`);
    return this.table();
  }

  async ended(id: string, limitMs = 60_000): Promise<JobView> {
    return eventually(async () => {
      const { body } = await this.stack.api<JobView>('GET', `/jobs/${id}`, undefined, { key: this.scenario.key });
      if (!['done', 'failed'].includes(body.status))
        throw new Error(`${id} is ${body.status} ${JSON.stringify(body.progress)}`);
      return body;
    }, limitMs);
  }

  /** The contexts that the engine got with a text in the request, sorted. */
  async statesWith(text: string): Promise<string[]> {
    const asks = await this.stack.engine.asks(text);
    return asks.map(({ body }) => (JSON.parse(body) as { state: string }).state).sort();
  }

  /** Units and cost that were billed to the namespace so far this month. */
  async billed(): Promise<{ units: number; cost: number }> {
    const prefix = encodeURIComponent(this.scenario.namespace);
    const { body } = await this.stack.api<UsageReport>('GET', `/usage?namespace_prefix=${prefix}`, undefined, {
      key: this.scenario.key,
    });
    return { units: body.judgment_units, cost: body.cost_usd };
  }
}

/** The row of an id. */
export function rowOf(table: AlternativesTable, id: string): Alternative {
  const row = table.alternatives.find((one) => one.id === id);
  if (!row) throw new Error(`${id} is not in the table: ${JSON.stringify(table.alternatives.map((one) => one.id))}`);
  return row;
}
