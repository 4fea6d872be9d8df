import { Class, checkBody, fieldsOf } from '@app/contracts';
import { Problem, invalid } from '@app/problem';

const integer = /^-?\d{1,15}$/;
const unprintable = /\p{Cc}/u;

/**
 * The query of a request by its class: each parameter once, none unknown, each as its field says.
 * @throws Problem `invalid_request`, reason bad_query
 */
export function readQuery(type: Class | undefined, target: string): Record<string, unknown> {
  const start = target.indexOf('?');
  if (start < 0 || start === target.length - 1) return type ? (checked(type, {}) as Record<string, unknown>) : {};
  const fields = type ? fieldsOf(type) : undefined;
  const query: Record<string, unknown> = {};
  for (const pair of target.slice(start + 1).split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decode(equals < 0 ? pair : pair.slice(0, equals));
    const value = decode(equals < 0 ? '' : pair.slice(equals + 1));
    const field = fields?.get(name);
    if (!field) throw refused(name, 'is not a parameter of this route; remove it');
    if (Object.hasOwn(query, name)) throw refused(name, 'may be given once');
    if (unprintable.test(value)) throw refused(name, 'holds a control character');
    const schema = typeof field.schema === 'function' ? field.schema() : field.schema;
    query[name] = schema['type'] === 'integer' ? toInteger(name, value) : value;
  }
  return type ? (checked(type, query) as Record<string, unknown>) : query;
}

/** The value of one parameter before the query is checked: for refusals that come earlier. */
export function peekQuery(target: string, name: string): string | null {
  const start = target.indexOf('?');
  return start < 0 ? null : new URLSearchParams(target.slice(start + 1)).get(name);
}

function checked(type: Class, query: object): object {
  try {
    return checkBody(type, query);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, error.message, { ...error.details, reason: 'bad_query' });
  }
}

function toInteger(name: string, value: string): number {
  if (!integer.test(value)) throw refused(name, 'must be an integer');
  return Number(value);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid('bad_query', '', 'The query holds a percent escape that is not valid UTF-8.');
  }
}

function refused(name: string, fault: string): Problem {
  const shown = name.replaceAll(/\p{Cc}/gu, '').slice(0, 64);
  return invalid('bad_query', `/${shown}`, `The query parameter \`${shown}\` ${fault}.`);
}
