import { Class, checkBody, fieldsOf } from '@app/contracts';
import { Problem, invalid } from '@app/problem';

const integer = /^-?\d{1,15}$/;
const controlCharacter = /\p{Cc}/u;

/**
 * Reads the query string by its class: every parameter once, none unknown, each as its field declares it.
 * @param type left out for a route without parameters
 * @param target path and query string, as the client sent them
 * @throws Problem `invalid_request`, reason bad_query
 */
export function readQuery(type: Class | undefined, target: string): object {
  const start = target.indexOf('?');
  if (start < 0 || start === target.length - 1) return type ? checked(type, {}) : {};
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
    if (controlCharacter.test(value)) throw refused(name, 'holds a control character');
    query[name] = field.schema['type'] === 'integer' ? toInteger(name, value) : value;
  }
  return type ? checked(type, query) : query;
}

function checked(type: Class, query: object): object {
  try {
    return checkBody(type, query);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw error.with({ reason: 'bad_query' });
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
