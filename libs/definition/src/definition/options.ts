import type { ChoiceOption, Definition, OptionsFrom } from './definition';

/** The options that a choice declares; empty for other types, and for a choice among related documents. */
export function declaredOptions(definition: Definition): readonly ChoiceOption[] {
  return definition.type === 'choice' && Array.isArray(definition.options) ? definition.options : [];
}

/** Where a choice takes its options from; null when it declares them, and for other types. */
export function optionsFrom(definition: Definition): OptionsFrom | null {
  return definition.type === 'choice' && !Array.isArray(definition.options) ? definition.options : null;
}
