import { ReadAnswer } from '../data/answer';
import { JudgmentSpec } from '../data/judgment';
import { OutcomeRow } from '../data/row';

/** How the answers of a judgment agree with what really happened; shares are in [0, 1], null without a pair. */
export interface Agreement {
  judgment: string;
  type: JudgmentSpec['type'];
  /** Pairs of an answer and an outcome. */
  pairs: number;
  /** Bool: right at 0.5. Choice: the likeliest one is right. Score: the likeliest level is right. */
  accuracy: number | null;
  /** Share of the commonest outcome: what always saying that one would reach. */
  baseline: number | null;
  /** Bool only: share of outcomes that are true. */
  baseRate?: number | null;
  /** Bool only: share of answers of 0.5 or more. */
  saidYes?: number | null;
  /** Score only: the likeliest level is at most one level off. */
  withinOneLevel?: number | null;
  /** Score only: mean distance of the score from the outcome. */
  meanAbsoluteError?: number | null;
}

/** Counts as pairs come by; holds no documents. */
export class AgreementCount {
  private pairs = 0;
  private right = 0;
  private near = 0;
  private yes = 0;
  private distance = 0;
  private readonly outcomes = new Map<string, number>();
  private readonly levels: number[];

  constructor(private readonly spec: JudgmentSpec) {
    this.levels = Object.keys(spec.levels ?? {})
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** An answer that was never given, or an outcome that says nothing, is no pair. */
  add(answer: ReadAnswer, outcome: OutcomeRow['outcome']): void {
    if (outcome === null) return;
    if (this.spec.type === 'bool') {
      if (answer.p === null) return;
      this.right += answer.p >= 0.5 === outcome ? 1 : 0;
      this.yes += answer.p >= 0.5 ? 1 : 0;
    } else if (this.spec.type === 'choice') {
      // A choice without a value is either an escape or was never judged.
      if (answer.value === null && answer.status !== 'fresh') return;
      this.right += (answer.value ?? 'escape') === outcome ? 1 : 0;
    } else {
      if (answer.score === null || typeof answer.value !== 'number' || typeof outcome !== 'number') return;
      const steps = Math.abs(this.levels.indexOf(answer.value) - this.levels.indexOf(outcome));
      this.right += steps === 0 ? 1 : 0;
      this.near += steps <= 1 ? 1 : 0;
      this.distance += Math.abs(answer.score - outcome);
    }
    this.pairs += 1;
    this.outcomes.set(String(outcome), (this.outcomes.get(String(outcome)) ?? 0) + 1);
  }

  get agreement(): Agreement {
    const share = (count: number) => (this.pairs === 0 ? null : count / this.pairs);
    const common = {
      judgment: this.spec.key,
      type: this.spec.type,
      pairs: this.pairs,
      accuracy: share(this.right),
      baseline: share(Math.max(0, ...this.outcomes.values())),
    };
    const baseRate = share(this.outcomes.get('true') ?? 0);
    if (this.spec.type === 'bool') return { ...common, baseRate, saidYes: share(this.yes) };
    if (this.spec.type === 'choice') return common;
    return { ...common, withinOneLevel: share(this.near), meanAbsoluteError: share(this.distance) };
  }
}
