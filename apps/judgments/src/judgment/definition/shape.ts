import { Definition, declaredOptions, optionsFrom } from '@app/definition';
import type { JudgmentShape } from '@app/filter';

/** What paths may name of the answers of a definition. */
export function shapeOf(definition: Definition, thresholds: object = {}): JudgmentShape {
  return {
    type: definition.type,
    thresholds: Object.keys(thresholds),
    options: declaredOptions(definition).map(({ value }) => value),
    anyOption: optionsFrom(definition) !== null,
    levels: definition.type === 'score' ? definition.levels.map(({ value }) => value) : [],
    features: namesOf(definition.type === 'bool' ? definition.features : []),
    parts: namesOf(definition.type === 'bool' ? definition.parts : []),
  };
}

function namesOf(named: readonly { name: string }[] = []): string[] {
  return named.map(({ name }) => name);
}
