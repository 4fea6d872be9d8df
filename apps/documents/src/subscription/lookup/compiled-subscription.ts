import { conditions, filterPaths, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { Problem } from '@app/problem';
import { LRUCache } from 'lru-cache';
import { StoredSubscription } from '../../namespace/snapshot/snapshot.store';
import { Demand, demandOf } from './demand';

/** What follows from the filter of a subscription alone. */
export interface ParsedSubscription {
  filter: Filter;
  /** Names of the judgments that it reads. */
  judgments: string[];
  /** The thresholds that it reads, as `judgment threshold`. */
  thresholds: string[];
  /** Names of the judgments whose calibrated numbers it reads. */
  calibrated: string[];
  /** Paths of the document that it reads. */
  paths: string[];
  demand: Demand;
  /** Time alone may move members. */
  timed: boolean;
}

/** A subscription with everything that tells which writes and answers may move its members. */
export interface CompiledSubscription extends Omit<StoredSubscription, 'filter'>, ParsedSubscription {
  /** The paths that the filter reads, and those that decide whether its judgments apply. */
  readPaths: string[];
}

/** A parsed filter takes several times the bytes of its JSON, by which it is found. */
const memoryPerByte = 5;
const frameBytes = 1_000;
const maxParsedBytes = 64 * 1024 * 1024;
const parsed = new LRUCache<string, ParsedSubscription>({ maxSize: maxParsedBytes });
const never: Filter = { kind: 'any', of: [] };

/** Parses each filter once, for all namespaces and revisions of the organization. Its text alone says what follows from it. */
export function parseSubscription({ filter }: StoredSubscription): ParsedSubscription {
  const text = JSON.stringify(filter);
  const known = parsed.get(text);
  if (known) return known;
  const made = parse(filter);
  parsed.set(text, made, { size: frameBytes + memoryPerByte * Buffer.byteLength(text) });
  return made;
}

/** A stored filter that no request may send any more holds for no document. */
function read(json: unknown): Filter {
  try {
    return parseFilter(json, { pointer: '/filter', allow: { answers: true, within: true } });
  } catch (error) {
    if (error instanceof Problem) return never;
    throw error;
  }
}

function parse(json: unknown): ParsedSubscription {
  const filter = read(json);
  const wheres = conditions(filter);
  const fields = wheres.flatMap(({ path }) => (path.root === 'answers' ? [path] : []));
  const thresholds = fields.flatMap(({ judgment, field }) =>
    field.kind === 'thresholds' ? [`${judgment} ${field.name}`] : [],
  );
  return {
    filter,
    judgments: [...new Set(fields.map(({ judgment }) => judgment))],
    thresholds: [...new Set(thresholds)],
    calibrated: [...new Set(fields.flatMap(({ judgment, field }) => (field.kind === 'calibrated' ? [judgment] : [])))],
    paths: filterPaths(filter).filter((path) => !path.startsWith('answers.')),
    demand: demandOf(filter),
    timed: wheres.some(({ tests }) => tests.some(({ op }) => op === 'within')),
  };
}
