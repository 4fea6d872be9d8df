import { Entry, handle, applies } from '@app/bus';
import {
  ReleaseSpend,
  ReserveSpend,
  SpendRefusal,
  releaseSpend,
  quoteSpend,
  reserveSpend,
} from '@app/contracts/billing';
import {
  FetchedDocument,
  JudgmentSnapshot,
  MeasureRelation,
  RelationMeasured,
  fetchDocuments,
  makeNamespace,
  measureRelation,
  readNamespaceState,
  sampleDocuments,
  scanDocuments,
} from '@app/contracts/documents';
import { Ask, EngineReply, askEngine } from '@app/contracts/engines';
import { JudgmentChangedFact, judgmentChanged } from '@app/contracts/judgments';
import { Problem, fullOf } from '@app/problem';
import { createHash } from 'node:crypto';
import { answerTo } from './fake-engine';
import { relatedTo } from './fake-relations';

const maxSampleBytes = 4 * 1024 * 1024;

/** Plays documents, calibration, the broker and billing: what they hold, and what judgments asked of them. */
export class FakeNeighbours {
  readonly documents = new Map<string, FetchedDocument>();
  /** Facts that documents and calibration applied. */
  readonly applied: JudgmentChangedFact[] = [];
  readonly asks: Ask[] = [];
  readonly reserved: ReserveSpend[] = [];
  readonly released: ReleaseSpend[] = [];
  fetches = 0;
  /** Documents that a fetch fails for. */
  readonly unreadable = new Set<string>();
  /** Documents in one reply of a fetch; the other ids are left in `remaining`. */
  maxFetched = Infinity;
  /** Scans and samples that documents has under way at once; it refuses more, as the bus does. */
  maxScans = Infinity;
  private scans = 0;
  /** Relations that were measured, and what documents says of each. */
  readonly measured: MeasureRelation[] = [];
  measure: (query: MeasureRelation) => RelationMeasured = () => ({
    changes_per_day: 10,
    documents_per_change: 3,
    judged_documents: 100,
  });
  /** Whole days in which documents observed changes; undefined as before it said so. */
  observedDays: number | undefined;
  /** Namespaces of a prefix that hold documents; null where a spec has no prefix. */
  namespaces: string[] | null = null;
  /** Namespaces that do not exist, and those that are being deleted. */
  readonly unknown = new Set<string>();
  readonly deleting = new Set<string>();
  /** Asks under way, and the largest number of them so far. */
  atOnce = 0;
  maxAtOnce = 0;
  latencyMs = 0;
  refusal: SpendRefusal | null = null;
  /** Documents and calibration do not acknowledge facts. */
  isAway = false;
  /** Whether a document has an answer, for scans of what is missing. */
  isAnswered: (id: string) => boolean = () => false;
  /** Whether a change has invalidated the answer of a document, for scans of these. */
  isInvalidated: (id: string) => boolean = () => false;
  /** What the engine replies; 0.62 and the like unless a spec replaces it. */
  reply: (ask: Ask) => Promise<EngineReply> | EngineReply = (ask) => ({
    engine_version: 'current+2026-03-02.1',
    answers: ask.questions.map((question) => answerTo(question.type, question.options?.[0].value)),
    engine_tokens: null,
  });

  /** Stores a document that judgments want at its version. */
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

  /** The snapshot that was applied last of a scope, or of a name on it. */
  snapshotOf(scope: string, name?: string): JudgmentSnapshot | undefined {
    const snapshots = this.applied.map(({ column }) => column);
    return snapshots.findLast((one) => one.scope === scope && (name === undefined || one.name === name));
  }

  documentsTable(): Entry[] {
    return [
      handle(fetchDocuments, async (query) => {
        const { ids } = query;
        this.fetches++;
        if (ids.some((id) => this.unreadable.has(id))) throw new Error('a document cannot be read');
        const found = ids.flatMap((id) => this.documents.get(id) ?? []);
        const isRelated = query.specs !== undefined;
        const documents = found.slice(0, this.maxFetched).map((document) => ({
          ...document,
          ...(isRelated && relatedTo(document, query, this.documents.values())),
        }));
        const watermark = isRelated ? { watermark: new Date().toISOString() } : {};
        const remaining = found.slice(this.maxFetched).map(({ id }) => id);
        return { documents, ...watermark, ...(remaining.length > 0 && { remaining }) };
      }),
      handle(measureRelation, async (query) => {
        this.measured.push(query);
        return this.measure(query);
      }),
      handle(scanDocuments, async (query) => {
        await this.scan();
        if (query.holding && this.namespaces)
          return { ids: this.namespaces, next: null, count: null, changes_per_day: null };
        const all = [...this.documents.keys()].filter(
          (id) =>
            (!(query.only ?? []).includes('missing') || !this.isAnswered(id)) &&
            (!(query.only ?? []).includes('invalidated') || this.isInvalidated(id)),
        );
        const ids = all
          .sort()
          .filter((id) => query.after === null || id > query.after)
          .slice(0, query.limit);
        const next = ids.length === query.limit && query.limit > 0 ? ids[ids.length - 1] : null;
        const totals = query.totals && this.observedDays !== undefined ? { observed_days: this.observedDays } : {};
        const [count, rate] = query.totals ? [all.length, 10] : [null, null];
        return { ids, next, count, changes_per_day: rate, ...totals };
      }),
      handle(sampleDocuments, async ({ namespace, documents }) => {
        await this.scan();
        const hashOf = ({ id }: FetchedDocument) => createHash('sha256').update(id).digest('hex');
        const byHash = [...this.documents.values()].sort((a, b) => (hashOf(a) < hashOf(b) ? -1 : 1));
        let bytes = 0;
        const sampled = byHash
          .slice(0, documents)
          .filter((one, i) => (bytes += JSON.stringify(one).length) < maxSampleBytes || i === 0);
        return { any: this.documents.size > 0, namespaces: [{ namespace, documents: sampled }] };
      }),
      handle(readNamespaceState, async ({ namespace }) => ({
        exists: !this.unknown.has(namespace),
        deleting: this.deleting.has(namespace),
      })),
      handle(makeNamespace, async ({ namespace }) => ({ made: this.unknown.delete(namespace) })),
      ...this.copyTable(),
    ];
  }

  private async scan(): Promise<void> {
    if (this.scans >= this.maxScans) throw fullOf('documents.scan', 'busy', 1);
    this.scans += 1;
    await new Promise((resolve) => setImmediate(resolve));
    this.scans -= 1;
  }

  /** What each service does that keeps copies of judgments. */
  copyTable(): Entry[] {
    return applies(judgmentChanged, async (fact) => {
      if (this.isAway) throw new Problem('unavailable', 'away');
      this.applied.push(fact);
      return { applied: true };
    });
  }

  brokerTable(): Entry[] {
    return [
      handle(askEngine['jev'], async (ask) => {
        this.asks.push(ask);
        this.atOnce += 1;
        this.maxAtOnce = Math.max(this.maxAtOnce, this.atOnce);
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
          paused: this.refusal === 'budget_exceeded',
        };
      }),
      handle(releaseSpend, async (query) => {
        this.released.push(query);
        return { released: query.asks.length };
      }),
    ];
  }
}
