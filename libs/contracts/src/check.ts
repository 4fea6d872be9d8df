import Ajv, { ErrorObject, ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { instantOf } from '@app/definition';
import { Problem, Reason, invalid } from '@app/problem';
import { boundWords, formWords } from './bound-words';
import { Class } from './field';
import { durationPattern } from './names';
import { schemaOf } from './schema';

const ajv = new Ajv({
  strict: false,
  allErrors: false,
  coerceTypes: false,
  useDefaults: false,
  removeAdditional: false,
});
addFormats(ajv, ['uri', 'date']);
// Every timestamp is one that the databases can hold.
ajv.addFormat('date-time', { type: 'string', validate: (text: string) => instantOf(text) !== undefined });

const compiled = new Map<string, ValidateFunction>();
const keyOf = new WeakMap<Class, string>();
let classes = 0;

function validatorOf(type: Class, closed: boolean): ValidateFunction {
  let key = keyOf.get(type);
  if (!key) keyOf.set(type, (key = `${type.name}#${++classes}`));
  const slot = `${key}${closed ? '!' : ''}`;
  const known = compiled.get(slot);
  if (known) return known;
  const validator = ajv.compile(schemaOf(type, { closed }));
  compiled.set(slot, validator);
  return validator;
}

/**
 * Checks a request body against its class. Unknown members are refused at every depth.
 * @throws Problem `invalid_request` with the JSON pointer of the first fault and a sentence that says how to mend it
 */
export function checkBody<T extends object>(type: Class<T>, body: unknown, pointer = ''): T {
  const validate = validatorOf(type, true);
  if (validate(body)) return body as T;
  throw problemOf((validate.errors ?? [])[0], pointer);
}

/** The first fault of a message or reply, or null when it fits its class. @param closed whether to refuse unknown members */
export function fits(type: Class, value: unknown, closed = false): string | null {
  const validate = validatorOf(type, closed);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

function problemOf(error: ErrorObject | undefined, pointer: string): Problem {
  if (!error)
    return invalid('bad_type', pointer, 'The body does not have the expected shape; compare it with the API document.');
  const at = `${pointer}${error.instancePath}`;
  const params = error.params as Record<string, unknown>;
  const readable = at === '' ? 'The body' : `\`${at}\``;
  const problems: Record<string, () => Problem> = {
    additionalProperties: () => {
      const path = `${at}/${escapePointer(String(params.additionalProperty))}`;
      return invalid('unknown_field', path, `\`${path}\` is not a member of this request; remove it.`);
    },
    required: () => {
      const path = `${at}/${String(params.missingProperty)}`;
      return invalid('missing_field', path, `\`${path}\` is required; add it.`);
    },
    type: () => invalid('bad_type', at, `${readable} must be of type ${String(params.type)}.`),
    enum: () => invalid('bad_enum', at, `${readable} must be one of ${list(params.allowedValues)}.`),
    format: () => formatProblem(String(params.format), at, readable),
    pattern: () => patternProblem(String(params.pattern), at, readable),
    uniqueItems: () => invalid('duplicate', at, `${readable} must not hold the same value twice.`),
  };
  const lengths: Reason =
    error.keyword.endsWith('Length') || error.keyword.endsWith('Items') ? 'bad_length' : 'bad_number';
  return problems[error.keyword]?.() ?? invalid(lengths, at, `${readable} ${boundWords(error)}.`);
}

function patternProblem(pattern: string, at: string, readable: string): Problem {
  const reason = pattern === durationPattern.source ? 'bad_duration' : 'bad_name';
  return invalid(reason, at, `${readable} ${formWords(pattern)}.`);
}

function formatProblem(format: string, at: string, readable: string): Problem {
  return format === 'date-time'
    ? invalid('bad_timestamp', at, `${readable} must be an RFC 3339 timestamp such as 2026-03-04T09:30:00.000Z.`)
    : invalid('bad_type', at, `${readable} must be a ${format}.`);
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : String(values);
}

function escapePointer(segment: string): string {
  return segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
