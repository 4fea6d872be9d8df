import { handle } from '@app/bus';
import { SkipReason } from '@app/contracts/calibration';
import {
  LabelRef,
  PriceScoring,
  PricedLabel,
  ScoredLabel,
  ScoringLabel,
  ScoringRecorded,
  StartScoring,
  enginesUsed,
  getJudgment,
  priceScoring,
  startScoring,
  stopScoring,
} from '@app/contracts/judgments';
import type { EngineRef } from '@app/definition';

const jev = { name: 'jev', version: 'current' } as const;

/** The part of judgments that alternatives need, in memory: it prices labels at one unit, and answers when a spec has it do so. */
export class FakeScoring {
  /** Engine epoch of an answer; default: the one that the row asks for. */
  epoch: string | null = null;
  version = 1;
  question = 'Late?';
  used: EngineRef[] = [];
  sent: EngineRef[] = [jev];
  /** Namespaces whose judging is paused. */
  paused: string[] = [];
  /** What an alternative says of a label; `skipped` in place of a number leaves it out. */
  says: (alternative: string, label: LabelRef) => number | SkipReason = () => 0.5;
  /** Why a label cannot be priced. */
  skips: (label: LabelRef) => SkipReason | null = () => null;
  unitsOf: (alternative: string) => number = () => 1;
  /** Each start, in order. */
  readonly started: StartScoring[] = [];
  readonly stopped: string[] = [];
  priced = 0;
  /** Called before labels are priced; a spec lets the price come at once, later or never. */
  onPrice: () => Promise<void> = async () => undefined;
  /** Called with each start; a spec answers at once, later or never. */
  onStart: (start: StartScoring) => Promise<void> = async () => undefined;

  get definition() {
    return {
      name: 'late',
      type: 'bool',
      question: this.question,
      context: { fields: ['state.text', 'state.log'] },
      engine: jev,
      horizon: '0s',
    };
  }

  readonly table = [
    handle(getJudgment, async () => ({ active_version: this.version, definition: this.definition }) as never),
    handle(enginesUsed, async ({ namespaces }) => {
      // Contexts are sent from namespaces alone.
      const sent = namespaces.some((one) => one.endsWith('*')) ? [] : this.sent;
      return { named: [jev, ...this.used], sent, paused: this.paused };
    }),
    handle(priceScoring, async (query) => {
      await this.onPrice();
      return this.price(query);
    }),
    handle(startScoring, async (query) => {
      this.started.push(query);
      await this.onStart(query);
      return { left: query.labels.length };
    }),
    handle(stopScoring, async ({ run }) => {
      this.stopped.push(run);
      return { under_way: 0 };
    }),
  ];

  /** What judgments records of some labels of a row. */
  recorded(start: StartScoring, labels: readonly ScoringLabel[] = start.labels): ScoringRecorded {
    const { organization, judgment_id, run, alternative } = start;
    return {
      organization,
      judgment_id,
      run,
      alternative,
      stopped: this.epoch !== null && this.epoch !== start.engine_version,
      labels: labels.map((label) => this.scored(start, label)),
    };
  }

  private scored(start: StartScoring, label: ScoringLabel): ScoredLabel {
    const { namespace, document, answer, units } = label;
    const said = this.says(start.alternative, label);
    const isSkip = typeof said === 'string';
    return {
      namespace,
      document,
      answer,
      skipped: isSkip ? said : null,
      engine_version: isSkip ? null : (this.epoch ?? start.engine_version),
      number: isSkip ? null : said,
      escape_p: null,
      dist: null,
      units: isSkip ? 0 : units,
      tokens: 10,
      cost_usd: isSkip || start.free ? 0 : units * 0.002,
      context_hash: hashOf(label),
      answered_at: new Date().toISOString(),
    };
  }

  private price({ rows, labels }: PriceScoring) {
    this.priced += 1;
    const priced = (alternative: string, label: LabelRef): PricedLabel => {
      const skipped = this.skips(label);
      const isLeft = skipped !== null;
      const units = isLeft ? 0 : this.unitsOf(alternative);
      return { skipped, units, tokens: isLeft ? 0 : 100, hash: isLeft ? null : hashOf(label), cut: false };
    };
    return {
      rows: rows.map(({ alternative }) => ({ alternative, labels: labels.map((one) => priced(alternative, one)) })),
    };
  }
}

function hashOf({ answer }: LabelRef): string {
  return `hash of ${answer}`;
}
