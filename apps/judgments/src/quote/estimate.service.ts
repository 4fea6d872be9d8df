import { BUS, CLOCK, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { EstimateView, FetchedDocument, quoteSpend } from '@app/contracts';
import { Definition, Freshness } from '@app/definition';
import type { Clock, Logger } from '@app/observability';
import { Problem } from '@app/problem';
import { unitsOf } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import { Compiler } from '../question/compile';
import { amountsOf, toEstimate } from './amounts';
import { Costing } from './confirm.service';
import { Chosen, StoredService } from './stored.service';

/** Documents that are compiled; what is stored beyond them is priced at their mean. */
const sampled = 200;
const quoteMs = 10_000;
const format = 1;
/** Documents is busy or away, or knows no such namespace: a definition need not wait for its price. */
const passing = new Set(['unavailable', 'limited', 'missing']);

export interface Estimated {
  estimate: EstimateView | null;
  /** Share of the sample whose context had to be cut. */
  truncatedShare: number;
}

/** Documents that are to be judged: as documents finds them, or as somebody else does. */
export type Existing = Omit<Chosen, 'organization' | 'namespace'> | ExistingReader;

export interface ExistingReader {
  count(): Promise<number>;
  /** As many as are sampled. */
  documents(): AsyncIterable<FetchedDocument[]>;
}

export interface ToEstimate {
  organization: string;
  /** A namespace, or a template prefix: then of all its namespaces together. */
  namespace: string;
  definition: Definition;
  freshness: Freshness;
  /** Of the engine. */
  weight: number;
  /** What `existing` prices; every document that the definition applies to when left out. */
  existing?: Existing;
  /** Documents that are compiled at most: 200 when left out. */
  sample?: number;
}

/** What a definition would cost, from the documents that are there and how often they change. */
@Injectable()
export class EstimateService {
  constructor(
    private readonly stored: StoredService,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null while documents or billing cannot answer. */
  async estimate(input: ToEstimate): Promise<Estimated> {
    try {
      return await this.cost(input);
    } catch (error) {
      if (!(error instanceof Problem) || !passing.has(error.kind)) throw error;
      this.logger.warn({ err: error, namespace: input.namespace }, 'a definition is not costed');
      return { estimate: null, truncatedShare: 0 };
    }
  }

  /** @throws Problem while documents or billing cannot answer */
  async cost({ definition, freshness, weight, existing, sample = sampled, ...place }: ToEstimate): Promise<Costing> {
    const all: Chosen = { ...place, filter: definition.applies_to ?? null };
    const counts = await this.stored.count(all);
    const reader = existing && 'count' in existing ? existing : this.readerOf({ ...all, ...existing }, sample);
    const found = existing ? await reader.count() : counts.documents;
    const read = new SampleReading(definition, weight, this.clock.now());
    if (found > 0) for await (const page of reader.documents()) read.take(page);
    const amounts = amountsOf(freshness, counts, read.unitsOf(1), read.unitsOf(found));
    const [monthly, once] = await this.price(place.organization, [amounts.monthly, amounts.existing]);
    const usd = { monthly, existing: once };
    return { estimate: toEstimate(counts, found, amounts, usd), truncatedShare: read.truncatedShare };
  }

  /** Units a month of judging every interval alone, changes apart. */
  async periodicUnits({ definition, freshness, weight, ...place }: ToEstimate): Promise<number> {
    const chosen: Chosen = { ...place, filter: definition.applies_to ?? null };
    const { documents } = await this.stored.count(chosen);
    if (documents === 0) return 0;
    const read = new SampleReading(definition, weight, this.clock.now());
    for await (const page of this.stored.documents(chosen, sampled)) read.take(page);
    return amountsOf(freshness, { documents, changesPerDay: 0 }, read.unitsOf(1), 0).monthly;
  }

  /** USD of so many units, by the tiers of today. */
  async price(organization: string, units: number[]): Promise<number[]> {
    const quote = { organization, units };
    return (await this.bus.requester.ask(quoteSpend, quote, Call.within(quoteMs))).cost_usd;
  }

  private readerOf(chosen: Chosen, sample: number): ExistingReader {
    return {
      count: async () => (await this.stored.count(chosen)).documents,
      documents: () => this.stored.documents(chosen, sample),
    };
  }
}

/** Units of answers over a sample, each asked alone, rated as billing rates them. */
class SampleReading {
  private documents = 0;
  private truncated = 0;
  private units = 0;

  constructor(
    private readonly definition: Definition,
    private readonly weight: number,
    private readonly nowMs: number,
  ) {}

  take(page: readonly FetchedDocument[]): void {
    for (const document of page) {
      const images = document.images as Record<string, string>;
      const compiler = new Compiler({ ...document, images } as ConstructorParameters<typeof Compiler>[0], this.nowMs);
      const { context, questionTokens } = compiler.read(this.definition, format);
      const asked = { contextTokens: context.tokens, questionTokens: [questionTokens], weight: this.weight };
      this.units += unitsOf(asked).units;
      this.documents += 1;
      if (context.truncated) this.truncated += 1;
    }
  }

  /** Units of so many documents: exact for those that were read, else at their mean; a standard question without any. */
  unitsOf(documents: number): number {
    if (documents === this.documents) return this.units;
    const standard = unitsOf({ contextTokens: 0, questionTokens: [0], weight: this.weight }).units;
    return documents * (this.documents === 0 ? standard : this.units / this.documents);
  }

  get truncatedShare(): number {
    return this.documents === 0 ? 0 : this.truncated / this.documents;
  }
}
