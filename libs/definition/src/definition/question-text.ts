import type { Definition } from './definition';
import { declaredOptions } from './options';

/**
 * Everything that the engine reads of each question beside the context, without candidates; the tokens of a question are
 * counted over it.
 */
export function questionTexts(definition: Definition): string[] {
  if (definition.type === 'bool' && definition.parts) return definition.parts.map((part) => part.question);
  const { criteria } = definition;
  const lines = [definition.question];
  if (typeof criteria === 'string') lines.push(criteria);
  else if (criteria) lines.push(...Object.values(criteria));
  if (definition.type === 'choice') {
    for (const { value, description } of declaredOptions(definition))
      lines.push(description ? `${value}: ${description}` : value);
    lines.push(definition.escape.description);
  }
  if (definition.type === 'score') {
    for (const { value, description } of definition.levels) lines.push(`${value}: ${description}`);
  }
  return [lines.join('\n')];
}

/** The longest question of a definition: it decides how many tokens are left for the context. */
export function longestQuestion(definition: Definition): string {
  return questionTexts(definition).reduce((longest, text) => (text.length > longest.length ? text : longest));
}
