import { Entry, handle, applies } from '@app/bus';
import {
  Ask,
  EngineReply,
  EngineAnswer,
  EngineChanged,
  FetchedDocument,
  JudgmentChangedFact,
  ReleaseSpend,
  ReserveSpend,
  askEngine,
  fetchDocuments,
  judgmentChanged,
  releaseSpend,
  quoteSpend,
  reserveSpend,
  sampleDocuments,
  scanDocuments,
} from '@app/contracts';
import { Problem } from '@app/problem';

/** What the specs' stand-ins for the neighbours hold, and what they were asked. */
export class World {
  readonly documents = new Map<string, FetchedDocument>();
  readonly columns: JudgmentChangedFact[] = [];
  readonly asks: Ask[] = [];
  readonly reserved: ReserveSpend[] = [];
  readonly released: ReleaseSpend[] = [];
  fetches = 0;
  /** Asks under way, and the most there ever were. */
  atOnce = 0;
  mostAtOnce = 0;
  latencyMs = 0;
  refusal: 'budget_exceeded' | null = null;
  isSilent = false;
  /** Whether a document has an answer, for scans of what is missing. */
  isAnswered: (id: string) => boolean = () => false;
  /** What the engine says, by question text; left out: 0.62 and the like. */
  reply: (ask: Ask) => Promise<EngineReply> | EngineReply = (ask) => ({
    engine_version: 'current+2026-03-02.1',
    answers: ask.questions.map((question) => answerTo(question.type, question.options?.[0].value)),
    engine_tokens: null,
  });

  /** Stores a document as documents would, and which judgments want it at this version. */
  put(id: string, version: number, state: object, judgments: readonly string[]): FetchedDocument {
    const at = '2026-03-04T09:30:00.000Z';
    const document = {
      id,
      version,
      created_at: at,
      updated_at: at,
      attributes: {},
      state,
      images: {},
      wanted: Object.fromEntries(judgments.map((judgment) => [judgment, version])),
    };
    this.documents.set(id, document);
    return document;
  }

  documentsTable(): Entry[] {
    return [
      handle(fetchDocuments, async ({ ids }) => {
        this.fetches++;
        return { documents: ids.flatMap((id) => this.documents.get(id) ?? []) };
      }),
      handle(scanDocuments, async (query) => {
        const all = [...this.documents.keys()].filter(
          (id) => !(query.only ?? []).includes('missing') || !this.isAnswered(id),
        );
        const ids = all
          .sort()
          .filter((id) => query.after === null || id > query.after)
          .slice(0, query.limit);
        const next = ids.length === query.limit && query.limit > 0 ? ids[ids.length - 1] : null;
        return { ids, next, count: query.totals ? all.length : null, changes_per_day: query.totals ? 10 : null };
      }),
      handle(sampleDocuments, async ({ namespace, documents }) => {
        const sampled = [...this.documents.values()].slice(0, documents);
        return { any: this.documents.size > 0, namespaces: [{ namespace, documents: sampled }] };
      }),
      ...this.holderTable(),
    ];
  }

  holderTable(): Entry[] {
    return applies(judgmentChanged, async (fact) => {
      if (this.isSilent) throw new Problem('unavailable', 'silent');
      this.columns.push(fact);
      return { applied: true };
    });
  }

  brokerTable(): Entry[] {
    return [
      handle(askEngine['jev'], async (ask) => {
        this.asks.push(ask);
        this.atOnce += 1;
        this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
        if (this.latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, this.latencyMs));
        this.atOnce -= 1;
        return this.reply(ask);
      }),
    ];
  }

  billingTable(): Entry[] {
    return [
      handle(quoteSpend, async ({ units }) => ({ cost_usd: units.map((amount) => amount * 0.002) })),
      handle(reserveSpend, async (query) => {
        this.reserved.push(query);
        const cost = this.refusal ? 0 : 0.001;
        return {
          asks: query.asks.map(({ ask_id }) => ({ ask_id, refusal: this.refusal, cost_usd: cost })),
          paused: this.refusal !== null,
        };
      }),
      handle(releaseSpend, async (query) => {
        this.released.push(query);
        return { released: query.asks.length };
      }),
    ];
  }
}

export const noAnswer: EngineAnswer = {
  failure: null,
  p: null,
  value: null,
  dist: null,
  escape_p: null,
  score: null,
  normalized: null,
  order: null,
};

export function answerTo(type: string, option = ''): EngineAnswer {
  if (type === 'bool') return { ...noAnswer, p: 0.62 };
  if (type === 'choice') return { ...noAnswer, value: option, dist: { [option]: 0.9 }, escape_p: 0.1, order: [option] };
  return { ...noAnswer, value: 2, score: 1.8, normalized: 0.8, dist: { 1: 0.2, 2: 0.8 } };
}

export const jev: EngineChanged = {
  engine: { name: 'jev', version: 'current' },
  active: true,
  engine_version: 'current+2026-03-02.1',
  circuit_open: false,
  weight: 1,
  source: 'built_in',
  limits: { images: false, max_context_tokens: 32_000, questions_per_request: 32, options: 255, levels: 10 },
  probability_step: null,
  revision: 1,
  changed_at: '2026-03-02T00:00:00.000Z',
};
