import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { quoteSpend } from '@app/contracts/billing';
import { RepeatabilityEstimate, repeatBounds } from '@app/contracts/calibration';
import { sampleAnswers } from '@app/contracts/documents';
import { PricedLabel, maxPricedLabels, priceScoring } from '@app/contracts/judgments';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { floorOfStep, randomOf } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { randomInt } from 'node:crypto';
import { PlannedRow } from '../alternative/quote/plan';
import { LabelsKey } from '../alternative/sample/key';
import { engineOf } from '../alternative/subject/candidate';
import { ActiveJudgment } from '../alternative/subject/subject.service';
import { MarksService } from '../judgment/marks.service';
import { selectionOf } from '../judgment/selection';
import { formOf } from '../outcome/label/load-labels';
import { DrawnAnswer, drawAnswers } from './drawn';
import { RepeatPlan, repeatName } from './run';
import { readErasures } from './run.store';

/** A draw looks at this many answers. */
const sampleSize = 1000;
const maxSeed = 2 ** 47;
/** Pages that are priced at once. */
const pagesAtOnce = 2;

/** How much to ask. */
export interface RepeatSize {
  answers: number;
  times: number;
}

/** What a run would ask, with its price. */
export interface PricedRepeat {
  key: LabelsKey;
  plan: RepeatPlan;
  estimate: RepeatabilityEstimate;
}

/** Draws current answers whose contexts are kept, and prices asking about them again. Nothing is asked. */
@Injectable()
export class RepeatQuoteService {
  constructor(
    private readonly marks: MarksService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(BUS) private readonly bus: Pick<Bus, 'requester'>,
  ) {}

  /** @throws Problem `conflict`, reason `few_answers`, when the engine that answers now has too few answers with a context */
  async price(organization: string, active: ActiveJudgment, size: RepeatSize, call: Call): Promise<PricedRepeat> {
    const { judgment } = active;
    const view = engineOf(active.engines, active.active.engine);
    const epoch = view?.engine_version ?? null;
    const key = {
      organization,
      judgment_id: judgment.judgment_id,
      scope: judgment.scope,
      version: judgment.active_version,
      engine_version: epoch ?? '',
    };
    const drawn = epoch === null ? [] : await this.draw(key, active, size.answers, call);
    const priced = await this.priceAnswers(key, active, drawn, call);
    const kept = drawn.flatMap((one, at) => (priced[at].skipped === null ? [{ one, price: priced[at] }] : []));
    if (kept.length < repeatBounds.answers.min) throw fewAnswers(judgment.name, kept.length);
    const sum = (of: (price: PricedLabel) => number) => kept.reduce((all, { price }) => all + of(price), 0);
    const units = sum((price) => price.units);
    const costs = await this.readCosts(organization, size.times, units, call);
    const labels = kept.map(({ one: { namespace, document, answer } }) => ({ namespace, document, answer }));
    const floor = floorOfStep(view?.probability_step ?? null);
    const asks = kept.map(({ price }, label) => ({ label, units: price.units }));
    const rows = costs.map((costUsd, at): PlannedRow => ({
      id: repeatName(at + 1),
      definition: active.active,
      contexts: 'stored',
      engineVersion: key.engine_version,
      floor,
      asks,
      skipped: [],
      costUsd,
    }));
    const namespaces = [...new Set(labels.map(({ namespace }) => namespace))];
    return {
      key,
      plan: {
        form: formOf(judgment),
        engine: active.active.engine,
        outcomes: null,
        floor,
        labels,
        versionUnits: [],
        rows,
        weights: kept.map(({ one }) => one.weight),
        erasures: await readErasures(this.database, organization, namespaces),
      },
      estimate: {
        answers: labels.length,
        times: size.times,
        asks: labels.length * size.times,
        judgment_units: units * size.times,
        tokens: sum((price) => price.tokens) * size.times,
        cost_usd: inMillionths(costs.reduce((all, cost) => all + cost, 0)),
      },
    };
  }

  private async draw(key: LabelsKey, active: ActiveJudgment, count: number, call: Call): Promise<DrawnAnswer[]> {
    const { organization, judgment_id, scope: namespace, version } = key;
    const without = await this.marks.readExcludedFrom(selectionOf(organization, judgment_id, namespace));
    const seed = randomInt(maxSeed);
    const query = { organization, namespace, judgment_id, version, seed, limit: sampleSize, without };
    const { answers } = await this.bus.requester.ask(sampleAnswers, query, call.hop());
    const random = randomOf(seed);
    return drawAnswers(active.judgment, answers, key.engine_version, count, () => random.uniform());
  }

  /** The price of one ask of each answer, in their order. */
  private async priceAnswers(
    { organization, judgment_id, version }: LabelsKey,
    { active }: ActiveJudgment,
    drawn: readonly DrawnAnswer[],
    call: Call,
  ): Promise<PricedLabel[]> {
    const rows = [{ alternative: repeatName(1), definition: active, contexts: 'stored' as const }];
    const refs = drawn.map(({ namespace, document, answer }) => ({ namespace, document, answer }));
    const found: PricedLabel[] = [];
    for (const pages of chunks(chunks(refs, maxPricedLabels), pagesAtOnce)) {
      const replies = await Promise.all(
        pages.map((labels) =>
          this.bus.requester.ask(priceScoring, { organization, judgment_id, version, rows, labels }, call.hop()),
        ),
      );
      for (const reply of replies) found.push(...reply.rows[0].labels);
    }
    return found;
  }

  /** Each repeat at its place behind those before it: the costs add up to that of all. */
  private async readCosts(organization: string, times: number, unitsOfEach: number, call: Call): Promise<number[]> {
    const units = Array.from({ length: times }, (_, at) => unitsOfEach * (at + 1));
    const { cost_usd } = await this.bus.requester.ask(quoteSpend, { organization, units }, call.hop());
    return cost_usd.map((cost, at) => Math.max(0, inMillionths(cost - (cost_usd[at - 1] ?? 0))));
  }
}

function fewAnswers(name: string, answers: number): Problem {
  const message =
    `\`${name}\` has ${answers} current answers of the engine that answers now whose context is kept, and a run needs ` +
    `${repeatBounds.answers.min}; judge documents first.`;
  return new Problem('conflict', message, { reason: 'few_answers' });
}

function inMillionths(usd: number): number {
  return Math.round(usd * 1e6) / 1e6;
}

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));
}
