import { conditions, filterPaths, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { LRUCache } from 'lru-cache';
import { StoredSubscription } from '../snapshot/snapshot.store';
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

const filtersInMemory = 20_000;
const parsed = new LRUCache<string, ParsedSubscription>({ max: filtersInMemory });

/** Parses each revision of a subscription once, for all namespaces and revisions of the organization. */
export function parseSubscription({ id, revision, filter }: StoredSubscription): ParsedSubscription {
  const key = `${id} ${revision}`;
  const known = parsed.get(key) ?? parse(filter);
  parsed.set(key, known);
  return known;
}

function parse(json: unknown): ParsedSubscription {
  const filter = parseFilter(json, { pointer: '/filter', allow: { answers: true, within: true } });
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
