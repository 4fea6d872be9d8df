import { declaredOptions, optionsFrom } from '@app/definition';
import type { JudgmentShape } from '@app/filter';
import { EffectiveJudgment } from '../definition/judgment';

/** What a filter may name of the judgments in force, by name. */
export function shapesOf(judgments: readonly EffectiveJudgment[]): (name: string) => JudgmentShape | undefined {
  const byName = new Map(judgments.map((judgment) => [judgment.name, judgment]));
  return (name) => {
    const judgment = byName.get(name);
    if (!judgment) return undefined;
    const { definition, thresholds } = judgment;
    return {
      type: definition.type,
      thresholds: Object.keys(thresholds),
      options: declaredOptions(definition).map(({ value }) => value),
      anyOption: optionsFrom(definition) !== null,
      levels: definition.type === 'score' ? definition.levels.map(({ value }) => value) : [],
      features: namesOf(definition.type === 'bool' ? definition.features : []),
      parts: namesOf(definition.type === 'bool' ? definition.parts : []),
    };
  };
}

function namesOf(named: readonly { name: string }[] = []): string[] {
  return named.map(({ name }) => name);
}
