import { conditions, filterPaths, parseFilter } from '@app/filter';
import type { Filter } from '@app/filter';
import { LRUCache } from 'lru-cache';
import { StoredSubscription } from '../snapshot/snapshot.store';
import { Demand, demandOf } from './demand';

export const causes = ['document', 'answer', 'threshold', 'deleted', 'filter', 'time'] as const;
export type MembershipCause = (typeof causes)[number];

/** What follows from a stored filter alone. */
export interface ParsedSubscription {
  filter: Filter;
  /** Names of the judgments that it reads. */
  judgments: string[];
  /** `judgment threshold` of those that it names. */
  thresholds: string[];
  /** Names of the judgments of which it reads calibrated numbers. */
  calibrated: string[];
  /** Paths of the document that it reads. */
  paths: string[];
  demand: Demand;
  /** Whether time alone may move members. */
  timed: boolean;
}

/** A subscription ready to say which writes and answers may move its members. */
export interface CompiledSubscription extends Omit<StoredSubscription, 'filter'>, ParsedSubscription {
  /** Its paths, and those that decide whether its judgments apply. */
  readPaths: string[];
}

const filtersInMemory = 20_000;
const parsed = new LRUCache<string, ParsedSubscription>({ max: filtersInMemory });

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

/** Compiled once a revision of the subscription, however many namespaces and revisions of the organization there are. */
export function parseSubscription({ id, revision, filter }: StoredSubscription): ParsedSubscription {
  const key = `${id} ${revision}`;
  const known = parsed.get(key) ?? parse(filter);
  parsed.set(key, known);
  return known;
}
