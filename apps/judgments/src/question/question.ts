import type { EngineQuestion } from '@app/contracts';
import { ChoiceOption, Definition, declaredOptions } from '@app/definition';

/**
 * The questions that an engine gets for a definition: one, or those of the parts of a composite in their order.
 * @param candidates the options of a choice among related documents
 */
export function questionsOf(definition: Definition, candidates: readonly ChoiceOption[] = []): EngineQuestion[] {
  const { type, question, criteria } = definition;
  if (definition.type === 'bool' && definition.parts) {
    return definition.parts.map((part) => ({ type, question: part.question }));
  }
  const common = { type, question, ...(criteria === undefined ? {} : { criteria }) };
  if (definition.type === 'choice') {
    const options = Array.isArray(definition.options) ? definition.options : candidates.map(optionOf);
    return [{ ...common, options, escape: definition.escape.description }];
  }
  return [definition.type === 'score' ? { ...common, levels: definition.levels } : common];
}

function optionOf({ value, description }: ChoiceOption): ChoiceOption {
  return description === undefined ? { value } : { value, description };
}

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
