import type { EngineQuestion } from '@app/contracts';
import type { Definition } from '@app/definition';

/** The question that an engine gets for a definition. */
export function toQuestion(definition: Definition): EngineQuestion {
  const { type, question, criteria } = definition;
  const common = { type, question, ...(criteria === undefined ? {} : { criteria }) };
  if (definition.type === 'choice') {
    return { ...common, options: definition.options, escape: definition.escape.description };
  }
  return definition.type === 'score' ? { ...common, levels: definition.levels } : common;
}

/** Everything that the engine reads beside the context. The tokens of a question are counted over this text. */
export function questionText(definition: Definition): string {
  const { criteria } = definition;
  const lines = [definition.question];
  if (typeof criteria === 'string') lines.push(criteria);
  else if (criteria) lines.push(...Object.values(criteria));
  if (definition.type === 'choice') {
    for (const { value, description } of definition.options)
      lines.push(description ? `${value}: ${description}` : value);
    lines.push(definition.escape.description);
  }
  if (definition.type === 'score') {
    for (const { value, description } of definition.levels) lines.push(`${value}: ${description}`);
  }
  return lines.join('\n');
}
