import { parseDocumentPath } from '../path/path';

/** The steps of a normalised document path from the document on. */
export function stepsOf(path: string): string[] {
  const parsed = parseDocumentPath(path, '');
  if (parsed.root === 'state') return [parsed.root, ...parsed.keys];
  return 'name' in parsed ? [parsed.root, parsed.name] : [parsed.root];
}

/** Whether a path is another one or lies inside it. */
export function isInside(steps: readonly string[], outer: readonly string[]): boolean {
  return outer.length <= steps.length && outer.every((step, index) => step === steps[index]);
}

/** Whether fields select all that stands at a path. */
export function selects(fields: readonly string[], steps: readonly string[]): boolean {
  return fields.some((field) => isInside(steps, stepsOf(field)));
}

/** Whether a rule of an array concerns what the fields select: the array holds a field, or lies inside one. */
export function concerns(fields: readonly string[], array: string): boolean {
  const steps = stepsOf(array);
  return fields.some((field) => isInside(steps, stepsOf(field)) || isInside(stepsOf(field), steps));
}

/** The fields without those that lie inside another one, in order: fields with equal results select the same. */
export function outermost(fields: readonly string[]): string[] {
  const others = (field: string) => fields.filter((other) => other !== field);
  return fields.filter((field) => !selects(others(field), stepsOf(field))).sort();
}
