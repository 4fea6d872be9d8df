import type { ChoiceOption } from '@app/definition';
import type { Placeholder } from './starter';

/** A path in the client's documents. */
export function path(name: string, example: string, description: string): Placeholder {
  return { name, kind: 'path', description, example, optional: false };
}

/** A text inside a sentence of the definition. */
export function text(name: string, example: string, description: string): Placeholder {
  return { name, kind: 'text', description, example, optional: false };
}

export function number(name: string, example: number, description: string): Placeholder {
  return { name, kind: 'number', description, example, optional: false };
}

export function optionList(name: string, example: ChoiceOption[], description: string): Placeholder {
  return { name, kind: 'option_list', description, example, optional: false };
}

export function optional(placeholder: Placeholder): Placeholder {
  return { ...placeholder, optional: true };
}
