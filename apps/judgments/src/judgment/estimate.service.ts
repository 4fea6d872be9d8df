import { BUS, LOGGER } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { EstimateView, FetchedDocument, fetchDocuments, quoteSpend, scanDocuments } from '@app/contracts';
import { Definition, Freshness, durationMs, isTemplate } from '@app/definition';
import type { Logger } from '@app/observability';
import { Problem } from '@app/problem';
import { unitsOf } from '@app/rating';
import { Inject, Injectable } from '@nestjs/common';
import { Compiler } from '../judging/compile';

const sampled = 20;
const scanMs = 5000;
const monthDays = 30;
const dayMs = 86_400_000;
/** Documents is busy or away, or knows no such namespace: a definition need not wait for its price. */
const passing = new Set(['unavailable', 'limited', 'missing']);

export interface Estimated {
  estimate: EstimateView | null;
  /** Share of the sample whose context had to be cut. */
  truncatedShare: number;
}

/** What a definition would cost, from the documents that are there and how often they change. */
@Injectable()
export class EstimateService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Null on a template prefix, whose namespaces are not counted yet, and while documents cannot answer. */
  async estimate(
    organization: string,
    namespace: string,
    definition: Definition,
    freshness: Freshness,
    weight: number,
    nowMs: number,
  ): Promise<Estimated> {
    if (isTemplate(namespace)) return { estimate: null, truncatedShare: 0 };
    try {
      const filter = definition.applies_to ?? null;
      const query = { organization, namespace, filter, after: null, limit: sampled, totals: true };
      const scan = await this.bus.requester.ask(scanDocuments, query, Call.within(scanMs));
      const sample = scan.ids.length === 0 ? [] : await this.fetch(organization, namespace, scan.ids);
      const { units, truncatedShare } = readSample(definition, sample, weight, nowMs);
      const counts = { documents: scan.count ?? 0, changesPerDay: scan.changes_per_day ?? 0 };
      const amounts = amountsOf(freshness, counts, units);
      const quote = { organization, units: [amounts.monthly, amounts.existing] };
      const { cost_usd } = await this.bus.requester.ask(quoteSpend, quote, Call.within(scanMs));
      return { estimate: toEstimate(counts, amounts, { monthly: cost_usd[0], existing: cost_usd[1] }), truncatedShare };
    } catch (error) {
      if (!(error instanceof Problem) || !passing.has(error.kind)) throw error;
      this.logger.warn({ err: error, namespace }, 'a definition is not costed');
      return { estimate: null, truncatedShare: 0 };
    }
  }

  private async fetch(organization: string, namespace: string, ids: string[]): Promise<FetchedDocument[]> {
    const query = { organization, namespace, ids, judgments: [] };
    return (await this.bus.requester.ask(fetchDocuments, query, Call.within(scanMs))).documents;
  }
}

/** Mean units of an answer over a sample, each asked alone; one standard question when there is none. */
function readSample(definition: Definition, sample: readonly FetchedDocument[], weight: number, nowMs: number) {
  if (sample.length === 0) {
    return { units: unitsOf({ contextTokens: 0, questionTokens: [0], weight }).units, truncatedShare: 0 };
  }
  let units = 0;
  let truncated = 0;
  for (const document of sample) {
    const images = document.images as Record<string, string>;
    const compiler = new Compiler({ ...document, images } as ConstructorParameters<typeof Compiler>[0], nowMs);
    const { context, questionTokens } = compiler.read(definition, 1);
    units += unitsOf({ contextTokens: context.tokens, questionTokens: [questionTokens], weight }).units;
    if (context.truncated) truncated++;
  }
  return { units: units / sample.length, truncatedShare: truncated / sample.length };
}

interface Counts {
  documents: number;
  changesPerDay: number;
}

/** Judgment units. */
interface Amounts {
  monthly: number;
  existing: number;
}

/** A changed document is judged once a change, an interval once an interval; what is stored once. */
export function amountsOf(freshness: Freshness, { documents, changesPerDay }: Counts, units: number): Amounts {
  const intervalMs = freshness.interval === null ? null : (durationMs(freshness.interval) ?? null);
  const byInterval = intervalMs === null ? 0 : (documents * monthDays * dayMs) / intervalMs;
  const automatic = freshness.policy === 'on_change' || freshness.policy === 'interval';
  const judgings = automatic ? changesPerDay * monthDays + byInterval : 0;
  return { monthly: quarters(judgings * units), existing: quarters(documents * units) };
}

/** Judgings of a month and of what is stored, with what billing quotes for them in USD. */
export function toEstimate(counts: Counts, amounts: Amounts, usd: Amounts): EstimateView {
  return {
    replay_cost_usd_per_month: usd.monthly,
    judgments_per_month: amounts.monthly,
    documents: counts.documents,
    changes_per_day: counts.changesPerDay,
    rolling_limit: null,
    existing: { documents: counts.documents, judgment_units: amounts.existing, cost_usd: usd.existing },
  };
}

/** Units are counted in quarters. */
function quarters(units: number): number {
  return Math.ceil(units * 4) / 4;
}
