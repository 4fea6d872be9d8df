import { Problem } from '@app/problem';
import type { Schema } from '@app/sdk/client';
import { isRecord } from './row.check';

/** A group of a set: its name, and beside it the body of the API's `PUT /groups/{name}`. */
export interface GroupSpec {
  name: string;
  body: Schema<'GroupBody'>;
}

/** What is published of each tenant of a set: the body of the API's `PUT /summary` but `into`. */
export interface SummarySpec {
  groups: string[];
  bands: Record<string, Record<string, number[]>>;
}

function parseGroup(value: unknown, index: number, file: string): GroupSpec {
  const refuse = (message: string): Problem =>
    new Problem('invalid_request', `${file}, group ${index + 1}: ${message}.`, { path: `/${index}` });
  if (!isRecord(value)) throw refuse('must be an object');
  const { name, ...body } = value;
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(name)) throw refuse('`name` must be a name');
  if (typeof body.key !== 'string') throw refuse('`key` must be a path, such as attributes.plan');
  if (!isRecord(body.aggregates)) throw refuse('`aggregates` must be an object by name');
  // The service checks the rest.
  return { name, body: body as unknown as Schema<'GroupBody'> };
}

/**
 * The groups of a set.
 * @throws Problem `invalid_request` naming the group that cannot be read
 */
export function parseGroups(text: string, file = 'groups.json'): GroupSpec[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw new Problem('invalid_request', `${file} is not valid JSON; mend it and run again.`, {}, { cause });
  }
  if (!Array.isArray(list)) throw new Problem('invalid_request', `${file} must hold a list of groups.`);
  return list.map((value, index) => parseGroup(value, index, file));
}
