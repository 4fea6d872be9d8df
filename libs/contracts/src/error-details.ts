import { DetailForm, DetailSchema, ErrorCode, detailMembers } from '@app/problem';
import type { JsonSchema } from './field';

/** Key of the codes that carry a member of `error.details`, or one form of it; without it every code may. */
export const codesKeyword = 'x-codes';

/**
 * The JSON Schema of `error.details`: every member that the services send, each with the codes that carry it.
 * @param refPrefix of references to named schemas
 */
export function errorDetailsSchema(refPrefix: string): JsonSchema {
  const properties = Object.entries(detailMembers).map(([name, { meaning, forms }]) => {
    const every: readonly DetailForm[] = forms;
    const [only] = every;
    const schema =
      every.length === 1
        ? { ...schemaOf(only.schema, refPrefix), ...codesOf(only) }
        : { anyOf: every.map((form) => ({ ...schemaOf(form.schema, refPrefix), ...codesOf(form) })) };
    return [
      name,
      { description: `${meaning}${every.length === 1 ? said(only) : every.map(saidOfForm).join('')}`, ...schema },
    ];
  });
  return {
    type: 'object',
    description: 'Facts of an error. `x-codes` names the codes that carry a member, when not every code may.',
    properties: Object.fromEntries(properties) as JsonSchema,
  };
}

function codesOf({ codes }: DetailForm): JsonSchema {
  return codes === 'every' ? {} : { [codesKeyword]: [...codes] };
}

function said({ codes }: DetailForm): string {
  return codes === 'every' ? '' : ` On ${listOf(codes)}.`;
}

function saidOfForm(form: DetailForm): string {
  const kind = kindOf(form.schema);
  return form.codes === 'every' ? ` ${kind} on every code.` : ` ${kind} on ${listOf(form.codes)}.`;
}

function kindOf(schema: DetailSchema): string {
  const type = 'type' in schema ? schema.type : 'object';
  return { string: 'Text', integer: 'A number', number: 'A number', array: 'A list', object: 'An object' }[type];
}

function listOf(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

function schemaOf(schema: DetailSchema | { type: 'null' }, refPrefix: string): JsonSchema {
  if ('named' in schema) return { $ref: `${refPrefix}${schema.named}` };
  if ('anyOf' in schema) return nullableOf(schema.anyOf.map((one) => schemaOf(one, refPrefix)));
  if (schema.type === 'array') return { type: 'array', items: schemaOf(schema.items, refPrefix) };
  if (schema.type !== 'object') return { ...schema };
  const properties = Object.entries(schema.properties).map(([name, one]) => [name, schemaOf(one, refPrefix)]);
  return { type: 'object', properties: Object.fromEntries(properties) as JsonSchema, required: [...schema.required] };
}

/** A type that may be null, written as the other schemas of the document write it. */
function nullableOf([first, ...others]: JsonSchema[]): JsonSchema {
  if (typeof first.type !== 'string' || first.type === 'array') return { anyOf: [first, ...others] };
  const values = Array.isArray(first.enum) ? { enum: [...(first.enum as unknown[]), null] } : {};
  return { ...first, ...values, type: [first.type, 'null'] };
}
