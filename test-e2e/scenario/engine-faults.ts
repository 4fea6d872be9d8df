import { AnswerView, DocumentView } from '@app/contracts/documents';
import { Stack, eventually } from '@app/testing/stack';
import type { FaultRule, LoggedRequest, Sim } from '@app/testing/simulator';
import { Scenario } from './scenario';

export type Answers = Record<string, AnswerView>;

const definitions = [
  { name: 'late', type: 'bool', question: 'Is it late?' },
  { name: 'topic', type: 'choice', question: 'What is it about?', options: [{ value: 'tea' }, { value: 'coffee' }] },
  {
    name: 'mood',
    type: 'score',
    question: 'How good is it?',
    levels: [1, 2, 3].map((value) => ({ value, description: `is ${value}` })),
  },
];
/** One of each type, about one context: an engine that is well is asked once a document. */
export const judgmentNames = definitions.map(({ name }) => name);

/** Documents that one call reads. */
const readTogether = 100;
/** The first try after a failure waits 5 s, the next ones twice as long each. */
const jumpMs = 10_000;
/** Looks at an engine that is asked nothing, before time is moved. */
const quietLooks = 3;

/** What an engine said, without where and when. */
export const numbersOf = ({ p, value, dist, escape_p, score, normalized }: AnswerView) => ({
  p,
  value,
  dist,
  escape_p,
  score,
  normalized,
});

export const isRefused = ({ status, unavailable_reason: reason }: AnswerView): boolean =>
  status === 'unavailable' && reason === 'engine_refused';

export interface Judged {
  answers: Map<string, Answers>;
  /** All that came to the engine, probes included. */
  requests: number;
  /** Of them, those that met a fault. */
  met: LoggedRequest[];
}

/** Documents judged by an engine that may fail by plan, and what that costs in its requests. */
export class FaultyEngine {
  private aheadMs = 0;

  constructor(
    private readonly stack: Stack,
    private readonly sim: Sim,
  ) {}

  /** A namespace whose documents are judged at once, three questions each. */
  async scenario(name: string, engine: string): Promise<Scenario> {
    const scenario = new Scenario(this.stack, name);
    for (const one of definitions) {
      await scenario.judgment({
        ...one,
        context: { fields: ['state.text'] },
        engine: { name: engine, version: 'current' },
        freshness: { policy: 'on_change', debounce_ms: 0 },
      });
    }
    return scenario;
  }

  /** Two namespaces of the same questions: one to be judged without faults, and one with. */
  async pair(engine: string): Promise<{ calm: Scenario; stormy: Scenario }> {
    return {
      calm: await this.scenario(`faults/${engine}/calm`, engine),
      stormy: await this.scenario(`faults/${engine}/stormy`, engine),
    };
  }

  /**
   * Writes documents, waits until no answer is to come any more, and counts what the engine met meanwhile.
   * @param plan the faults, by the number of the next request
   */
  async judge(scenario: Scenario, ids: string[], plan: (next: number) => FaultRule[] = () => []): Promise<Judged> {
    const before = this.asked;
    this.sim.set({ faults: plan(before + 1) });
    for (let at = 0; at < ids.length; at += readTogether) {
      const some = ids.slice(at, at + readTogether);
      await scenario.write({ upsert: some.map((id) => ({ id, state: { text: `parcel ${id} has not come` } })) });
    }
    const answers = await this.untilSettled(scenario, ids);
    this.sim.set({ faults: [] });
    const seen = this.sim.requests().filter(({ n }) => n > before);
    const met = seen.filter(({ fault }) => fault !== 'ok');
    return { answers, requests: this.asked - before, met };
  }

  /** Time passes only while the engine is asked nothing: a lease must not run out under an ask. */
  private async untilSettled(scenario: Scenario, ids: string[]): Promise<Map<string, Answers>> {
    let [asked, quiet] = [-1, 0];
    return eventually(
      async () => {
        const answers = await this.read(scenario, ids);
        const waiting = ids.filter((id) => !isSettled(answers.get(id)));
        if (waiting.length === 0) return answers;
        const isQuiet = asked === this.asked && (await this.isIdle());
        [asked, quiet] = [this.asked, isQuiet ? quiet + 1 : 0];
        if (quiet === quietLooks) {
          quiet = 0;
          this.aheadMs += jumpMs;
          await this.stack.setClock(this.aheadMs);
        }
        const [id] = waiting;
        throw new Error(`${waiting.length} wait, such as ${id}: ${JSON.stringify(answers.get(id))}`);
      },
      300_000,
      100,
    );
  }

  private async read(scenario: Scenario, ids: string[]): Promise<Map<string, Answers>> {
    const found = new Map<string, Answers>();
    for (let at = 0; at < ids.length; at += readTogether) {
      const body = { ids: ids.slice(at, at + readTogether), include: ['answers'], fresh: 'stored' };
      const { documents } = await scenario.ok<{ documents: DocumentView[] }>('POST', '/documents/get', body);
      for (const { id, answers } of documents) found.set(id, answers ?? {});
    }
    return found;
  }

  /** Number of the last request, of any kind: probes count too. */
  private get asked(): number {
    return this.sim.requests().at(-1)?.n ?? 0;
  }

  /** Whether nothing is due or claimed, and no ask has yet to be answered. */
  private async isIdle(): Promise<boolean> {
    const pages = await Promise.all([this.stack.metrics('judgments'), this.stack.metrics('engine-broker')]);
    const gauge = /^\w*(?:pending_oldest_seconds|engine_in_flight|engine_waiting)(?:{[^}]*})? (\S+)$/gm;
    const values = pages.flatMap((page) => [...page.matchAll(gauge)].map(([, value]) => Number(value)));
    if (values.length < 3) throw new Error('A gauge is missing that tells what is under way.');
    return values.every((value) => value === 0);
  }
}

function isSettled(answers: Answers | undefined): boolean {
  return judgmentNames.every((name) => {
    const answer = answers?.[name];
    return answer !== undefined && (answer.status === 'fresh' || isRefused(answer));
  });
}
