import { under } from '@app/definition';
import { isObject, jsonBytes } from '@app/json';
import { invalid } from '@app/problem';
import { conditions } from './filter';
import type { Filter, Test } from './filter';
import { parseMineTest, parseTest } from './parse-test';
import { formatPath, parsePath } from '../path/filter-path';
import { requireKnown } from '../path/shape';
import type { JudgmentShape } from '../path/shape';

const deepest = 8;
const maxConditions = 100;
/** Bytes of the JSON of a filter in a request. */
export const maxFilterBytes = 1024 * 1024;
/** Bytes of a filter that is stored: services hold all stored filters of an organization in memory. */
export const maxStoredFilterBytes = 64 * 1024;

export interface ParseOptions {
  /** JSON pointer to the filter in the request. */
  pointer: string;
  /** Whether the filter may read answers and the time, and compare with the judged document by `{"mine": path}`. */
  allow: { answers: boolean; within: boolean; mine?: boolean };
  /** The judgments in force. Without it paths of answers are not checked, since a stored filter may outlive a judgment. */
  known?: (judgment: string) => JudgmentShape | undefined;
  /** Bytes of JSON past which the filter is refused; left out for a filter that is stored already. */
  maxBytes?: number;
  /** Whether to refuse a filter without conditions (reason `empty_filter`). */
  refuseEmpty?: boolean;
}

class Parser {
  private count = 0;

  constructor(private readonly options: ParseOptions) {}

  filter(value: unknown, pointer: string, depth: number): Filter {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw invalid('bad_filter', pointer, 'A filter is an object: {"attributes.seller": "s9"}.');
    }
    if (depth > deepest) {
      throw invalid('bad_filter', pointer, `Filters nest at most ${deepest} deep; flatten it.`, { limit: deepest });
    }
    const parts = Object.entries(value).map(([key, entry]) => this.member(key, entry, under(pointer, key), depth));
    const [only] = parts;
    return parts.length === 1 && only !== undefined ? only : { kind: 'all', of: parts };
  }

  private member(key: string, value: unknown, pointer: string, depth: number): Filter {
    if (key === 'not') return { kind: 'not', of: this.filter(value, pointer, depth + 1) };
    if (key !== 'all' && key !== 'any') return this.condition(key, value, pointer);
    if (!Array.isArray(value)) throw invalid('bad_filter', pointer, `\`${key}\` takes an array of filters.`);
    return { kind: key, of: value.map((item, index) => this.filter(item, under(pointer, index), depth + 1)) };
  }

  private condition(text: string, value: unknown, pointer: string): Filter {
    const { allow, known } = this.options;
    const path = parsePath(text, pointer);
    if (path.root === 'answers') {
      if (!allow.answers) throw invalid('path_not_allowed', pointer, 'This filter may not read answers.');
      if (known !== undefined) requireKnown(path, known(path.judgment), pointer);
    }
    const isMine = allow.mine === true && isObject(value) && Object.hasOwn(value, 'mine');
    const hasOps = isObject(value) && !isMine;
    const entries: [string, unknown][] = hasOps ? Object.entries(value) : [['eq', value]];
    if (entries.length === 0) throw invalid('bad_filter', pointer, 'A condition needs an operator, such as `eq`.');
    const tests = entries.map(([op, operand]): Test => {
      this.countOne(pointer);
      const place = hasOps ? under(pointer, op) : pointer;
      const mine = allow.mine === true ? parseMineTest(op, operand, place) : undefined;
      if (mine !== undefined) return mine;
      const test = parseTest(op, operand, place, path);
      if (test.op === 'within' && !allow.within) {
        throw invalid('path_not_allowed', place, 'This filter may not depend on the time; leave `within` out.');
      }
      return test;
    });
    return { kind: 'where', path, tests };
  }

  private countOne(pointer: string): void {
    this.count += 1;
    if (this.count <= maxConditions) return;
    throw invalid('bad_filter', pointer, `A filter has at most ${maxConditions} conditions.`, {
      limit: maxConditions,
    });
  }
}

/**
 * Parses a filter of the contract's grammar.
 * @throws Problem `invalid_request` with the JSON pointer of the fault; reasons `bad_filter`, `bad_path`, `unknown_path`,
 *   `path_not_allowed`, `empty_filter`, `bad_timestamp`, `bad_duration`, `bad_length`, `unknown_field`
 */
export function parseFilter(json: unknown, options: ParseOptions): Filter {
  checkBytes(json, options);
  const filter = new Parser(options).filter(json, options.pointer, 1);
  if (options.refuseEmpty === true && conditions(filter).length === 0) {
    throw invalid(
      'empty_filter',
      options.pointer,
      'This filter names no condition; add one, such as {"attributes.seller": "s9"}.',
    );
  }
  return filter;
}

function checkBytes(json: unknown, { pointer, maxBytes }: ParseOptions): void {
  if (maxBytes === undefined || json === undefined || jsonBytes(json) <= maxBytes) return;
  const message = `A filter takes at most ${maxBytes / 1024} KiB of JSON here; shorten its lists of values.`;
  throw invalid('bad_length', pointer, message, { limit: maxBytes });
}

/** The distinct paths that a filter reads, in their normalised spelling. */
export function filterPaths(filter: Filter): string[] {
  return [...new Set(conditions(filter).map(({ path }) => formatPath(path)))];
}

/** Checks an `applies_to` and returns the paths that it reads; implements `ParseAppliesTo` of `@app/definition`. */
export function parseAppliesTo(json: unknown, pointer: string): string[] {
  const allow = { answers: false, within: false };
  return filterPaths(parseFilter(json, { pointer, allow, maxBytes: maxStoredFilterBytes }));
}
