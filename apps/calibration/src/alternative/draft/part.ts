import { SuggestedPart, WriteParts, maxSuggestedParts } from '@app/contracts/engines';
import { BoolDefinition } from '@app/definition';

/** What the drafting model gets of a definition, each member named here: nothing else may leave. */
export function partsRequestOf(definition: BoolDefinition): WriteParts {
  const { question, criteria = null, parts = [] } = definition;
  const asked = parts.map((part) => part.question);
  return { question, criteria, asked, count: maxSuggestedParts };
}

/** The parts whose names and questions the judgment does not have yet. */
export function newParts(suggested: readonly SuggestedPart[], { parts = [] }: BoolDefinition): SuggestedPart[] {
  const known = new Set(parts.flatMap(({ name, question }) => [name, question]));
  return suggested.filter(({ name, question }) => !known.has(name) && !known.has(question));
}
