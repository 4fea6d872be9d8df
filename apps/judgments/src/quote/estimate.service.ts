import { BUS, CLOCK, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { NamespaceRef } from '@app/contracts';
import { quoteSpend } from '@app/contracts/billing';
import { FetchedDocument } from '@app/contracts/documents';
import { EstimateView } from '@app/contracts/judgments';
import { Definition, Freshness } from '@app/definition';
import type { Clock, Logger } from '@app/observability';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { EngineService } from '../copy/engine/engine.service';
import { amountsOf, toEstimate } from './amounts';
import { DocumentSample } from './document-sample';
import { Evidence, SampleEvidence } from './evidence/evidence';
import { ReplayService } from './replay.service';
import { SampleUnits } from './sample-units';
import { SampleBy, Selection, StoredDocuments } from './stored-documents';

const defaultSample = 200;
const quoteMs = 10_000;
/** Failures after which a judgment may be created without an estimate. */
const tolerated = new Set(['unavailable', 'limited', 'missing']);

/** What judging a definition costs. */
export interface Costing {
  estimate: EstimateView;
  /** Share of the sample whose context had to be cut. */
  truncatedShare: number;
  /** What the sample shows, for warnings; left out of a cost that a token carries. */
  evidence?: Evidence;
}

/** The stored documents to price: selected by documents, or found by a reader of this service. */
export type Existing = Omit<Selection, keyof NamespaceRef> | ExistingReader;

export interface ExistingReader {
  count(): Promise<number>;
  /** Documents that the cost of one is measured of, in pages, with what the definition reads of related documents. */
  readDocuments(): AsyncIterable<FetchedDocument[]>;
}

export interface ToEstimate extends NamespaceRef {
  definition: Definition;
  freshness: Freshness;
  /** The stored documents that are judged once; left out: all that the definition applies to. */
  existing?: Existing;
  /** Limit of documents whose contexts are compiled; the others are priced at their mean. 200 when left out. */
  sample?: number;
}

/** Estimates what a definition costs, from the stored documents and how often they change. */
@Injectable()
export class EstimateService {
  constructor(
    private readonly stored: StoredDocuments,
    private readonly samples: DocumentSample,
    private readonly replays: ReplayService,
    private readonly engines: EngineService,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The cost, or a null estimate while documents or billing cannot answer. */
  async readCostOrNull(input: ToEstimate): Promise<Omit<Costing, 'estimate'> & { estimate: EstimateView | null }> {
    try {
      return await this.readCost(input);
    } catch (error) {
      if (!(error instanceof Problem) || !tolerated.has(error.kind)) throw error;
      this.logger.warn({ err: error, namespace: input.namespace }, 'a definition gets no estimate');
      return { estimate: null, truncatedShare: 0 };
    }
  }

  /** @throws Problem while documents or billing cannot answer */
  async readCost({ definition, freshness, existing, sample = defaultSample, ...ref }: ToEstimate): Promise<Costing> {
    const all: Selection = { ...ref, filter: definition.applies_to ?? null };
    const [counted, replay] = await Promise.all([
      this.stored.count(all),
      this.replays.readFor({ ...ref, definition, freshness }),
    ]);
    const counts = { ...counted, ...(replay && { relatedPerDay: replay.related.judgments_per_day }) };
    const reader =
      existing && 'count' in existing
        ? existing
        : this.readerOf({ ...all, ...existing }, { definition, freshness, isLook: existing === undefined }, sample);
    const found = existing ? await reader.count() : counts.documents;
    const units = await this.readSampleOf(definition);
    const evidence = new SampleEvidence(definition, this.clock.now());
    if (found > 0 || counts.documents > 0) {
      for await (const page of reader.readDocuments()) {
        units.add(page);
        evidence.add(page);
      }
    }
    const amounts = amountsOf(freshness, counts, units.unitsOf(1), units.unitsOf(found));
    const [monthly, once] = await this.priceUnits(ref.organization, [amounts.monthly, amounts.existing]);
    const usd = { monthly, existing: once };
    const { truncatedShare } = units;
    return { estimate: toEstimate(counts, found, amounts, usd, replay), truncatedShare, evidence: evidence.found };
  }

  /** How many stored documents are judged once. @throws Problem while documents cannot answer */
  async readDocumentsOf({ definition, existing, ...ref }: Omit<ToEstimate, 'freshness'>): Promise<number> {
    if (existing && 'count' in existing) return existing.count();
    return (await this.stored.count({ ...ref, filter: definition.applies_to ?? null, ...existing })).documents;
  }

  /** Judgment units of a month in which every interval elapses and no document changes. */
  async readIntervalUnits({ definition, freshness, ...ref }: ToEstimate): Promise<number> {
    const all: Selection = { ...ref, filter: definition.applies_to ?? null };
    const { documents } = await this.stored.count(all);
    if (documents === 0) return 0;
    const units = await this.readSampleOf(definition);
    for await (const page of this.samples.readFor(all, { definition, freshness }, defaultSample)) units.add(page);
    return amountsOf(freshness, { documents, changesPerDay: 0 }, units.unitsOf(1), 0).monthly;
  }

  /** The USD of each amount of units, by today's tiers. */
  async priceUnits(organization: string, units: number[]): Promise<number[]> {
    return (await this.bus.requester.ask(quoteSpend, { organization, units }, Call.within(quoteMs))).cost_usd;
  }

  private async readSampleOf(definition: Definition): Promise<SampleUnits> {
    const engine = (await this.engines.readKnown()).of(definition.engine);
    const { weight = 1, limits } = engine ?? {};
    return new SampleUnits(definition, { weight, options: limits?.options }, this.clock.now());
  }

  private readerOf(selection: Selection, by: SampleBy, sample: number): ExistingReader {
    return {
      count: async () => (await this.stored.count(selection)).documents,
      readDocuments: () => this.samples.readFor(selection, by, sample),
    };
  }
}
