import type { Json } from '@app/definition';
import type { PlaceholderValue } from '../starter/starter';

const whole = /^\{([a-z_]+)\}$/;
const anywhere = /\{([a-z_]+)\}/g;

export type Values = ReadonlyMap<string, PlaceholderValue>;

/** The placeholders of a template, in order of their first appearance. */
export function placeholdersOf(template: Json): string[] {
  const names = [...JSON.stringify(template).matchAll(anywhere)].map(([, name]) => name);
  return [...new Set(names)];
}

/**
 * Replaces the placeholders of a template with values. It drops an element or a member (by its name or value) whose
 * placeholder has no value, and then arrays and objects that become empty. Values are not templates themselves.
 * @returns undefined when nothing remains
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

/** A string that is only a placeholder becomes the value with its type; otherwise the value becomes text. */
function fillString(text: string, values: Values): Json | undefined {
  const alone = whole.exec(text);
  if (alone) return values.get(alone[1]) as Json | undefined;
  if ([...text.matchAll(anywhere)].some(([, name]) => !values.has(name))) return undefined;
  return text.replace(anywhere, (_, name: string) => String(values.get(name)));
}
