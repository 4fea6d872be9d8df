import { Problem } from '@app/problem';
import { isRecord } from './row.check';

export type JudgmentType = 'bool' | 'choice' | 'score';

/** A question of a set: the shared members and, where the set is our own, the ones in the API's form. */
export interface JudgmentSpec {
  key: string;
  type: JudgmentType;
  question: string;
  on?: string;
  criteria?: string;
  levels?: Record<string, string>;
  options?: string[];
  option_descriptions?: Record<string, string>;
  escape?: boolean | { description: string };
  /** What the engine reads, in the API's own form. */
  recipe?: Record<string, unknown>;
  thresholds?: Record<string, unknown>;
  freshness?: Record<string, unknown>;
}

function refuse(file: string, index: number, message: string): Problem {
  return new Problem('invalid_request', `${file}, judgment ${index + 1}: ${message}.`, { path: `/${index}` });
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function parseJudgment(value: unknown, index: number, file: string): JudgmentSpec {
  if (!isRecord(value)) throw refuse(file, index, 'must be an object');
  const { key, type, question, on, levels, options } = value;
  if (typeof key !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(key)) throw refuse(file, index, '`key` must be a name');
  if (type !== 'bool' && type !== 'choice' && type !== 'score') {
    throw refuse(file, index, '`type` must be bool, choice or score');
  }
  if (typeof question !== 'string' || question === '') throw refuse(file, index, '`question` is missing');
  if (on !== undefined && typeof on !== 'string') throw refuse(file, index, '`on` must be a document type');
  if (type === 'choice' && !isTextList(options)) throw refuse(file, index, '`options` must be a list of strings');
  if (type === 'score') {
    const numeric = isRecord(levels) && Object.keys(levels).every((level) => level !== '' && !Number.isNaN(+level));
    if (!numeric) throw refuse(file, index, '`levels` must map numbers to texts');
  }
  return value as unknown as JudgmentSpec;
}

/**
 * The questions of a set.
 * @throws Problem `invalid_request` naming the judgment that cannot be read
 */
export function parseJudgments(text: string, file = 'judgments.json'): JudgmentSpec[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (cause) {
    throw new Problem('invalid_request', `${file} is not valid JSON; mend it and run again.`, {}, { cause });
  }
  if (!Array.isArray(list)) throw new Problem('invalid_request', `${file} must hold a list of judgments.`);
  return list.map((value, index) => parseJudgment(value, index, file));
}
