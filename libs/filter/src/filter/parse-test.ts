import { durationMs, instantOf, under } from '@app/definition';
import { isObject } from '@app/json';
import { invalid } from '@app/problem';
import type { MineOp, MineTest, Operand, PlainTest, Scalar } from './filter';
import { isInstant, parsePath } from '../path/filter-path';
import type { FilterPath } from '../path/filter-path';

const maxValues = 1_000;
export const operators = [
  ...['eq', 'ne', 'in', 'nin', 'gt', 'gte', 'lt', 'lte', 'exists', 'prefix', 'contains', 'within'],
] as const;

function wrong(pointer: string, message: string) {
  return invalid('bad_filter', pointer, message);
}

function readScalar(value: unknown, pointer: string, path: FilterPath): Scalar {
  if (value === null) throw wrong(pointer, 'Null equals nothing; test absence with {"exists": false}.');
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw wrong(pointer, 'Compare with a string, a number or a boolean.');
  if (!isInstant(path)) return value;
  const instant = instantOf(value);
  if (instant === undefined)
    throw invalid('bad_timestamp', pointer, 'Send an RFC 3339 timestamp such as 2026-03-04T09:30:00.000Z.');
  return instant;
}

function readOperand(value: unknown, pointer: string, path: FilterPath): Operand {
  if (!Array.isArray(value)) return readScalar(value, pointer, path);
  return readMany(value, pointer).map((item, index) => readScalar(item, under(pointer, index), path));
}

function readMany(value: unknown, pointer: string): unknown[] {
  if (!Array.isArray(value)) throw wrong(pointer, 'Send an array of values.');
  if (value.length > maxValues) {
    throw invalid('bad_length', pointer, `Send at most ${maxValues} values.`, { limit: maxValues });
  }
  return value;
}

const mineOps: readonly string[] = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] satisfies MineOp[];

/** Reads an operand `{"mine": path}`; undefined for other operands and operators. */
export function parseMineTest(op: string, value: unknown, pointer: string): MineTest | undefined {
  if (!mineOps.includes(op) || !isObject(value) || !Object.hasOwn(value, 'mine')) return undefined;
  const other = Object.keys(value).find((member) => member !== 'mine');
  if (other !== undefined) throw invalid('unknown_field', under(pointer, other), 'Such an operand has `mine` only.');
  const place = under(pointer, 'mine');
  if (typeof value.mine !== 'string') throw invalid('bad_type', place, 'Send a path of the judged document.');
  const path = parsePath(value.mine, place);
  if (path.root !== 'answers') return { op: 'mine', compare: op as MineOp, path };
  throw invalid('path_not_allowed', place, 'Compare with a value of the judged document, not with its answers.');
}

function readWithin(value: unknown, pointer: string, path: FilterPath): PlainTest {
  const ms = typeof value === 'string' ? durationMs(value) : undefined;
  if (ms === undefined)
    throw invalid('bad_duration', pointer, 'Send a duration back from now, such as `7d`; at most `36500d`.');
  if (isInstant(path) || path.root === 'attributes' || path.root === 'state')
    return { op: 'within', ms, ahead: path.root === 'created_at' };
  throw wrong(pointer, '`within` needs a path to a timestamp.');
}

/** Parses one operator of a condition. */
export function parseTest(op: string, value: unknown, pointer: string, path: FilterPath): PlainTest {
  switch (op) {
    case 'eq':
    case 'ne':
      return { op, value: readOperand(value, pointer, path) };
    case 'in':
    case 'nin': {
      const values = readMany(value, pointer).map((item, index) => readOperand(item, under(pointer, index), path));
      return { op, values };
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte': {
      const bound = readScalar(value, pointer, path);
      if (typeof bound === 'boolean') throw wrong(pointer, 'Booleans have no order; compare with `eq`.');
      return { op, value: bound };
    }
    case 'exists':
      if (typeof value !== 'boolean') throw wrong(pointer, 'Send true or false.');
      return { op, value };
    case 'prefix':
      if (typeof value !== 'string' || isInstant(path))
        throw wrong(pointer, '`prefix` takes a string and needs a path to a string.');
      return { op, value };
    case 'contains':
      if (isInstant(path)) throw wrong(pointer, 'A timestamp has no parts; compare it with `gte` and `lt`.');
      return { op, value: readScalar(value, pointer, path) };
    case 'within':
      return readWithin(value, pointer, path);
    default:
      throw invalid('unknown_field', pointer, `\`${op}\` is no operator; use one of ${operators.join(', ')}.`);
  }
}
