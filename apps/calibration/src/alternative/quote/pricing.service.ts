import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { quoteSpend } from '@app/contracts/billing';
import { DetectableGain, QuotedUpstream } from '@app/contracts/calibration';
import {
  estimateMissing,
  LabelRef,
  MissingAnswers,
  MissingAnswersFound,
  PricedLabel,
  ScoringRow,
  maxPricedLabels,
  maxPricedRows,
  priceScoring,
} from '@app/contracts/judgments';
import { jsonBytes } from '@app/json';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { floorOfStep } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { ComputeThread } from '../../figure/compute.thread';
import { LabelSetBuilder } from '../../outcome/label/label-set';
import { formOf } from '../../outcome/label/load-labels';
import { quotedDays, readKept } from '../sample/answer.store';
import { SampleService } from '../sample/sample.service';
import { detectableGain } from '../score/detectable-gain';
import { Candidate, engineOf } from '../subject/candidate';
import { isKnown } from '../subject/known-engine';
import { Subject, unscoredOf } from '../subject/subject';
import { Plan } from './plan';
import { AskedRow, askedRow } from './priced-labels';
import { QuoteBody } from './quote.store';
import { upstreamPairs } from './upstream';

/** Pages that are priced at once. */
const pagesAtOnce = 2;
const versionRow = 'version';
/** Bytes of the rows of one request; a message may have 16 MiB. */
const maxRowBytes = 4 * 1024 * 1024;

/** A price with the plan of the run that it is of. */
export interface Priced {
  body: QuoteBody;
  plan: Plan;
}

/** Prices rows that are unscored: what asking them about the sample would take. Nothing is asked. */
@Injectable()
export class PricingService {
  constructor(
    private readonly thread: ComputeThread,
    private readonly samples: SampleService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /** The unscored rows of a table. */
  async price(subject: Subject, call: Call): Promise<Priced> {
    const candidates = unscoredOf(subject);
    const { plan, rows } = await this.plan(subject, candidates, call);
    const costs = await this.readCosts(subject.key.organization, rows, call);
    rows.forEach((row, at) => (row.costUsd = costs[at]));
    const isNew = (row: AskedRow) => row.asks.length > 0 && !isKnown(subject, row.definition.engine);
    const sum = (of: (row: AskedRow) => number) => rows.reduce((all, row) => all + of(row), 0);
    const body: QuoteBody = {
      labels: plan.labels.length,
      alternatives: rows.map((row) => ({
        id: row.id,
        contexts: row.contexts,
        labels: row.asks.length,
        tokens: row.tokens,
        judgment_units: row.units,
        cost_usd: row.costUsd,
        new_provider: isNew(row),
      })),
      judgment_units: sum(({ units }) => units),
      tokens: sum(({ tokens }) => tokens),
      cost_usd: Math.round(sum(({ costUsd }) => costUsd) * 1e6) / 1e6,
      detectable: await this.readDetectable(subject, candidates.length),
      new_providers: [
        ...new Set(rows.filter(isNew).map(({ definition: { engine } }) => `${engine.name} ${engine.version}`)),
      ],
      upstream: await this.readUpstream(subject, candidates, call),
      reason: whyNothing(plan, rows),
    };
    return { body, plan };
  }

  /** What asking some rows about the sample of a table would take, without its cost. */
  async plan(
    subject: Subject,
    candidates: readonly Candidate[],
    call: Call,
  ): Promise<{ plan: Plan; rows: AskedRow[] }> {
    const { engines, active, labelled, judgment } = subject;
    const labels = refsOf(subject);
    const priced = await this.priceRows(subject, candidates, labels, call);
    const answers = labels.map(({ answer }) => answer);
    const rows = await Promise.all(
      candidates.map(async (candidate) => {
        const engine = engineOf(engines, candidate.definition.engine);
        const engineVersion = engine?.engine_version ?? '';
        const floor = floorOfStep(engine?.probability_step ?? null);
        const key = { ...subject.key, alternative: candidate.id, engine_version: engineVersion };
        const kept = new Map(
          (await readKept(this.database, key, answers, quotedDays)).map((one) => [one.answer_id, one]),
        );
        return askedRow(labels, { candidate, engineVersion, floor, labels: priced.get(candidate.id) ?? [], kept });
      }),
    );
    const versionUnits = (priced.get(versionRow) ?? []).map(({ skipped, units }) => (skipped === null ? units : null));
    const about = { form: formOf(judgment), engine: active.engine, outcomes: labelled?.outcomes ?? null };
    return { plan: { ...about, floor: labelled?.floor ?? 0, labels, versionUnits, rows }, rows };
  }

  /** The price of each label, of the version and of each row, in the order of the labels. */
  private async priceRows(
    subject: Subject,
    candidates: readonly Candidate[],
    labels: readonly LabelRef[],
    call: Call,
  ): Promise<Map<string, PricedLabel[]>> {
    const version: ScoringRow = { alternative: versionRow, definition: subject.active, contexts: 'stored' };
    const rows = [
      version,
      ...candidates.map(({ id, definition, contexts }) => ({ alternative: id, definition, contexts })),
    ];
    const { organization, judgment_id } = subject.key;
    const about = { organization, judgment_id, version: subject.judgment.active_version };
    const found = new Map(rows.map(({ alternative }) => [alternative, [] as PricedLabel[]]));
    for (const some of pagesOf(rows)) {
      for (const pages of chunks(chunks(labels, maxPricedLabels), pagesAtOnce)) {
        const replies = await Promise.all(
          pages.map((page) => this.bus.requester.ask(priceScoring, { ...about, rows: some, labels: page }, call.hop())),
        );
        for (const reply of replies) {
          for (const row of reply.rows) found.get(row.alternative)?.push(...row.labels);
        }
      }
    }
    return found;
  }

  /** Each row at its place behind those before it: the costs add up to that of all. */
  private async readCosts(organization: string, rows: readonly AskedRow[], call: Call): Promise<number[]> {
    let total = 0;
    const units = rows.map((row) => (total += row.units));
    if (total === 0) return rows.map(() => 0);
    const { cost_usd } = await this.bus.requester.ask(quoteSpend, { organization, units }, call.hop());
    return cost_usd.map((cost, at) => Math.max(0, Math.round((cost - (cost_usd[at - 1] ?? 0)) * 1e6) / 1e6));
  }

  /** The backfills that rows of today would need first, of judgments that are in force. */
  private async readUpstream(
    subject: Subject,
    candidates: readonly Candidate[],
    call: Call,
  ): Promise<QuotedUpstream[]> {
    const pairs = upstreamPairs(candidates);
    const { organization, scope: namespace } = subject.key;
    const found = new Map<string, MissingAnswersFound | null>();
    for (const judgment of new Set(pairs.map((pair) => pair.judgment))) {
      found.set(judgment, await this.readMissing({ organization, namespace, judgment }, call));
    }
    return pairs.flatMap((pair) => {
      const missing = found.get(pair.judgment);
      return missing && missing.documents > 0 ? [{ ...pair, ...missing }] : [];
    });
  }

  /** Null for a judgment that is gone: the row reads nothing of it. */
  private async readMissing(query: MissingAnswers, call: Call): Promise<MissingAnswersFound | null> {
    try {
      return await this.bus.requester.ask(estimateMissing, query, call.hop());
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return null;
      throw error;
    }
  }

  private async readDetectable(subject: Subject, quoted: number): Promise<DetectableGain> {
    const { labelled, judgment, scores, month, scored, lastRun, key } = subject;
    const builder = new LabelSetBuilder(formOf(judgment));
    for (const label of labelled?.sample.labels ?? []) builder.add(label);
    const population = labelled && (await this.samples.readPopulation(labelled.key, judgment));
    const side = { set: { ...builder.build(), population }, floor: labelled?.floor ?? 0 };
    // A filter may leave no label: then nothing can be detected.
    if (side.set.y.length === 0) return { log_loss: 0, auroc: null, k: Math.max(1, scored + quoted) };
    const reads = await this.thread.readSide(side, `${key.organization} ${key.judgment_id} ${key.scope}`);
    const ofMonth = scores.filter((one) => one.in_k && one.month === month);
    return detectableGain(side, reads, {
      scored,
      quoted,
      inLaterRun: scored > 0 && lastRun !== null,
      rows: ofMonth.flatMap(({ score }) => score.comparison?.statistic ?? []),
    });
  }
}

function refsOf({ labelled }: Subject): LabelRef[] {
  return (labelled?.sample.labels ?? []).map(({ namespace, document, answer_id: answer }) => ({
    namespace,
    document,
    answer,
  }));
}

function whyNothing({ labels }: Plan, rows: readonly AskedRow[]): string | null {
  if (labels.length === 0) return 'No outcome is left that the setting `alternatives.outcomes` keeps.';
  const isNothing = rows.length > 0 && rows.every(({ skipped }) => skipped.length === labels.length);
  return isNothing ? 'No labelled answer has a context that could be sent.' : null;
}

/** Rows of one request: bounded in number and, since a definition may be long, in bytes. */
function pagesOf(rows: readonly ScoringRow[]): ScoringRow[][] {
  const pages: ScoringRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const more = jsonBytes(row);
    const last = pages.at(-1);
    if (last && last.length < maxPricedRows && bytes + more <= maxRowBytes) last.push(row);
    else pages.push([row]);
    bytes = pages.at(-1) === last ? bytes + more : more;
  }
  return pages;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
