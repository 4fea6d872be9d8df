import type { ErrorObject } from 'ajv/dist/2020';
import { alternativeIdPattern } from './alternative-id-pattern';
import { durationPattern, namePattern, namespacePattern, scopePattern } from './names';

const ofName = 'A to Z, a to z, 0 to 9';

/** What a text must be, by the pattern that it does not match: a pattern tells a user nothing. */
const forms = new Map([
  [durationPattern.source, 'must be digits and one of ms, s, m, h, d, such as 30m'],
  [namePattern.source, `must be a name: 1 to 128 of ${ofName}, _ and -`],
  [namespacePattern.source, `must be a namespace: 1 to 256 of ${ofName}, . _ : / and -, such as acme/prod`],
  [scopePattern.source, 'must be `*`, a namespace such as acme/prod, or a prefix such as acme/prod/*'],
  [
    '^(?!\\.\\.?/)(?=.{2,257}$)[A-Za-z0-9._:/-]+/\\*?$',
    'must be a prefix of namespaces that ends in / or /*, such as acme/test/',
  ],
  [alternativeIdPattern.source, 'must be the id of an alternative, such as alt_0123456789abcdef'],
  ['^[\\x21-\\x7e]+$', 'must hold printable ASCII without spaces'],
  [
    '^(attributes|state|images|answers)(,(attributes|state|images|answers))*$',
    'must be some of attributes, state, images and answers, with commas between them',
  ],
  ['^\\d{1,2}$', 'must be a whole number of at most two digits, such as 30'],
  ['^\\d{4}-(0[1-9]|1[0-2])$', 'must be a month, such as 2026-03'],
]);

/** What a text must be that does not match its pattern, as the rest of a sentence without its full stop. */
export function formWords(pattern: string): string {
  return forms.get(pattern) ?? `must match ${pattern}`;
}

/** How a value leaves a bound, as the rest of a sentence without its full stop: the validator's own words name no mend. */
export function boundWords({ keyword, params, message }: Pick<ErrorObject, 'keyword' | 'params' | 'message'>): string {
  const { limit } = params as { limit?: number };
  return limit === undefined
    ? (message ?? 'is out of bounds')
    : (bounds[keyword]?.(limit) ?? message ?? 'is out of bounds');
}

const atLeast = (things: string) => (limit: number) =>
  limit === 1 ? 'must not be empty' : `must have at least ${limit} ${things}`;
const atMost = (things: string) => (limit: number) =>
  limit === 0 ? 'must be empty' : `must have at most ${limit} ${limit === 1 ? things.slice(0, -1) : things}`;

const bounds: Readonly<Record<string, (limit: number) => string>> = {
  minLength: atLeast('characters'),
  maxLength: atMost('characters'),
  minItems: atLeast('items'),
  maxItems: atMost('items'),
  minProperties: atLeast('members'),
  maxProperties: atMost('members'),
  minimum: (limit) => `must be at least ${limit}`,
  maximum: (limit) => `must be at most ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  exclusiveMaximum: (limit) => `must be less than ${limit}`,
};
