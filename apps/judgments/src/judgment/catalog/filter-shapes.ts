import type { JudgmentShape } from '@app/filter';
import { EffectiveJudgment } from '../definition/judgment';
import { shapeOf } from '../definition/shape';

/** What a filter may name of the judgments in force, by name. */
export function shapesOf(judgments: readonly EffectiveJudgment[]): (name: string) => JudgmentShape | undefined {
  const byName = new Map(judgments.map((judgment) => [judgment.name, judgment]));
  return (name) => {
    const judgment = byName.get(name);
    return judgment && shapeOf(judgment.definition, judgment.thresholds);
  };
}
