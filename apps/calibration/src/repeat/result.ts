import { RepeatabilityView, RepeatedShareView } from '@app/contracts/calibration';
import { meets, thresholdNumber } from '@app/definition';
import { RepeatedAnswer, repeatDeviation, repeatFlips, repeatLogitDeviation } from '@app/statistics';
import { AlternativeAnswer, RunAnswer } from '../alternative/sample/answer.store';
import { Judgment } from '../judgment/judgment';
import { numbersOf, positionOf } from '../queue/candidate';
import { RepeatPlan, RepeatRun } from './run';

/**
 * What the asks of a run came to.
 * @param repeats of each repeat, its answers, skips too; those of another epoch say nothing of this one's noise
 */
export function resultOf(
  run: Pick<RepeatRun, 'version' | 'engine_version' | 'estimate'>,
  plan: Pick<RepeatPlan, 'labels' | 'weights' | 'floor'>,
  judgment: Judgment,
  repeats: readonly (readonly RunAnswer[])[],
  at: Date,
): RepeatabilityView {
  const isOther = ({ engine_version: epoch }: RunAnswer) => epoch !== null && epoch !== run.engine_version;
  const answered = answersOf(
    plan,
    repeats.map((all) => all.filter((one) => !isOther(one))),
  );
  const units = unitsOf(plan);
  const rows = plan.weights.map((weight, label): RepeatedAnswer => ({ weight, unit: units[label] }));
  const positions = answered.map((own) => own.flatMap((one) => positionOf(judgment, one) ?? []));
  const { type } = judgment;
  return {
    asked_at: at.toISOString(),
    answers: answered.filter((own) => own.length > 1).length,
    times: run.estimate.times,
    version: run.version,
    engine_version: run.engine_version,
    other_epoch: repeats.flat().filter(isOther).length,
    sd_logit: type === 'bool' ? repeatLogitDeviation(rows, positions, plan.floor) : null,
    sd_p: type === 'bool' ? repeatDeviation(rows, positions) : null,
    sd_normalized: type === 'score' ? repeatDeviation(rows, positions) : null,
    value_changes:
      type === 'choice'
        ? repeatFlips(
            rows,
            answered.map((own) => own.map(valueOf)),
          )
        : null,
    flips: flipsOf(judgment, rows, answered),
  };
}

/** Of each label, what every repeat answered. */
function answersOf(
  { labels }: Pick<RepeatPlan, 'labels'>,
  repeats: readonly (readonly AlternativeAnswer[])[],
): AlternativeAnswer[][] {
  const byRepeat = repeats.map((all) => new Map(all.map((one) => [one.answer_id, one])));
  return labels.map(({ answer }) =>
    byRepeat.flatMap((all) => {
      const one = all.get(answer);
      return one && one.skipped === null ? [one] : [];
    }),
  );
}

/** A number for the document of each label. */
function unitsOf({ labels }: Pick<RepeatPlan, 'labels'>): number[] {
  const numbers = new Map<string, number>();
  return labels.map(({ namespace, document }) => {
    const key = `${namespace}\n${document}`;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
}

/** The likeliest value of a choice; null is the escape. */
function valueOf({ dist, escape_p }: AlternativeAnswer): string | null {
  const options: [string | null, number][] = [...Object.entries(dist ?? {}), [null, escape_p ?? -1]];
  return options.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
}

/** By each threshold in force on a number that was asked for; features are counted, not asked. */
function flipsOf(
  judgment: Judgment,
  rows: readonly RepeatedAnswer[],
  answered: readonly AlternativeAnswer[][],
): Record<string, RepeatedShareView> {
  const found = Object.entries(judgment.thresholds).flatMap(([name, threshold]) => {
    const sides = answered.map((own) =>
      own.flatMap((one) => {
        const number = thresholdNumber(numbersOf(judgment, one), threshold);
        return number === null ? [] : [meets(number, threshold)];
      }),
    );
    const flips = repeatFlips(rows, sides);
    return flips ? [[name, flips] as const] : [];
  });
  return Object.fromEntries(found);
}
