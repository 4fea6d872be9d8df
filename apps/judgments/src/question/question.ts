import type { EngineQuestion } from '@app/contracts/engines';
import { ChoiceOption, Definition } from '@app/definition';

export { longestQuestion, questionTexts } from '@app/definition';

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
