import type { Json } from '@app/definition';
import type { PlaceholderValue } from '../starter/starter';

const whole = /^\{([a-z_]+)\}$/;
const anywhere = /\{([a-z_]+)\}/g;

export type Values = ReadonlyMap<string, PlaceholderValue>;

/** The placeholders that a template names, in order of their first appearance. */
export function placeholdersOf(template: Json): string[] {
  const names = [...JSON.stringify(template).matchAll(anywhere)].map(([, name]) => name);
  return [...new Set(names)];
}

/**
 * A template with its placeholders' values. What holds a placeholder without a value is left out: an array's element,
 * an object's member by its name or value, and a list or object that nothing is left of. Values are never read as
 * templates themselves.
 * @returns undefined when nothing is left
 */
export function fillTemplate(template: Json, values: Values): Json | undefined {
  if (typeof template === 'string') return fillString(template, values);
  if (Array.isArray(template)) {
    const filled = template.flatMap((element) => {
      const value = fillTemplate(element, values);
      return value === undefined ? [] : [value];
    });
    return filled.length === 0 && template.length > 0 ? undefined : filled;
  }
  if (typeof template !== 'object' || template === null) return template;
  const members = Object.entries(template).flatMap(([name, member]): [string, Json][] => {
    const key = fillString(name, values);
    const value = fillTemplate(member, values);
    return key === undefined || value === undefined ? [] : [[String(key), value]];
  });
  return members.length === 0 && Object.keys(template).length > 0 ? undefined : Object.fromEntries(members);
}

/** A placeholder alone keeps its value's type; among other words it is printed. */
function fillString(text: string, values: Values): Json | undefined {
  const alone = whole.exec(text);
  if (alone) return values.get(alone[1]) as Json | undefined;
  if ([...text.matchAll(anywhere)].some(([, name]) => !values.has(name))) return undefined;
  return text.replace(anywhere, (_, name: string) => String(values.get(name)));
}
