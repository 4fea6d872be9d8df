import { Case, Preparation, Round, Setting } from '../case/case';
import { Measure, milliseconds, perSecond, times } from '../case/figures';
import { chargedLoad, cpuOfEach } from '../cost/charged';
import { documentOf } from '../load/documents';
import { LoadResult, load } from '../load/load';
import { Client, pathOf } from '../stack/client';
import { createJudgment, loadDocuments, relatedJudgment } from '../stack/loading';
import { countingLockWaits } from '../stack/lock-waits';
import { StackSite } from '../stack/site';
import { underLoad } from './documents';
import { inTurns } from './relations';

const anHourMs = 3_600_000;
/** Of one account, whatever the size of the run. */
const childrenOfOne = 3200;
const writersOfOne = 16;

/** Namespaces with the same children of one account, by the judgment that stands over them. */
const namespaces = {
  /** None. */
  unjudged: 'bench/childless',
  /** Of every child, about its own text. */
  ownText: 'bench/children-alone',
  /** The same with the relation: the account's answer reads the children's texts, too. */
  ownAndRelated: 'bench/children',
  /** Of the account alone, about its children's texts. */
  relatedAlone: 'bench/children-of-account',
} as const;

/** Nothing is judged while writes are measured. */
const late = { freshness: { policy: 'on_change', debounce_ms: anHourMs, max_wait_ms: anHourMs } };
const texts = { messages: { join: { theirs: 'attributes.account', mine: 'id' }, fields: ['state.text'] } };
const judgments: Record<keyof typeof namespaces, object | null> = {
  unjudged: null,
  ownText: { ...relatedJudgment('leaving', {}, anHourMs), context: { fields: ['state.text'] }, ...late },
  ownAndRelated: { ...relatedJudgment('leaving', texts, anHourMs), ...late },
  relatedAlone: { ...relatedJudgment('leaving', texts, anHourMs), ...late, applies_to: { id: 'account' } },
};

const childDocuments: Preparation<StackSite> = {
  name: 'children of one account, under four judgments',
  size: { normal: childrenOfOne, short: 400 },
  make: async ({ client }, { size }) => {
    for (const kind of Object.keys(namespaces) as (keyof typeof namespaces)[]) {
      const [namespace, judgment] = [namespaces[kind], judgments[kind]];
      await client.call('POST', '/namespaces', { name: namespace });
      await loadDocuments(client, namespace, 1, () => ({ id: 'account', state: { name: 'Account' } }));
      await loadDocuments(client, namespace, size, (i) => child(i, 0));
      if (judgment !== null) await createJudgment(client, namespace, judgment);
    }
  },
};

/** Sixteen writers of one parent's children: what the relation costs, beside own answers and alone. */
export const hotParentCases: readonly Case<StackSite>[] = [
  written(
    'batch of 100 children of one parent whose answers read their texts, 16 clients, against the same without the relation',
    0.8,
    'ownAndRelated',
    'ownText',
  ),
  written(
    'batch of 100 children of one parent that alone is judged, 16 clients, against no judgment',
    0.75,
    'relatedAlone',
    'unjudged',
  ),
];

type Kind = keyof typeof namespaces;

function written(name: string, atLeast: number, ownKind: Kind, rawKind: Kind): Case<StackSite> {
  return {
    name,
    goal: { atLeast },
    needs: [childDocuments],
    size: underLoad,
    round: async (round) => {
      const { stack } = round.site;
      const charged = (kind: Kind) => chargedLoad(stack, () => batches(namespaces[kind], round));
      const own = () => countingLockWaits(stack, () => charged(ownKind));
      const raw = () => countingLockWaits(stack, () => charged(rawKind));
      const [mine, limit] = await inTurns(round.number, own, raw);
      const { perSecond: rate, p50Ms, p99Ms } = mine.result.result;
      const { perSecond: limitRate } = limit.result.result;
      return {
        ratio: rate / limitRate,
        measures: {
          raw: perSecond(limitRate),
          own: perSecond(rate),
          p50: milliseconds(p50Ms),
          p99: milliseconds(p99Ms),
          'lock waits over 5 ms': times(mine.waits),
          'of raw': times(limit.waits),
          ...cpuOfEach(mine.result),
          ...withPrefix('raw', cpuOfEach(limit.result)),
        },
      };
    },
    check: ({ client }, setting) => assertChildren(client, namespaces[ownKind], setting),
  };
}

function withPrefix(prefix: string, measures: Record<string, Measure>): Record<string, Measure> {
  return Object.fromEntries(Object.entries(measures).map(([label, measure]) => [`${prefix} ${label}`, measure]));
}

/** @throws Error when a namespace holds more or fewer documents, though only standing ones were written */
async function assertChildren(client: Client, namespace: string, { sizeOf }: Setting<StackSite>): Promise<void> {
  const counted = await client.count(namespace);
  if (counted !== sizeOf(childDocuments) + 1) throw new Error(`${namespace} holds ${counted} documents`);
}

function child(i: number, round: number): object {
  const { id, state } = documentOf(i);
  return { id, attributes: { account: 'account' }, state: { ...state, text: `${state.text} ${round}` } };
}

function batches(namespace: string, { site, size, number, sizeOf }: Round<StackSite>): Promise<LoadResult> {
  const among = sizeOf(childDocuments);
  return load(site.own, writersOfOne, size, (n) => {
    const upsert = Array.from({ length: 100 }, (_, k) => child((n * 100 + k) % among, number * 1e6 + n + 1));
    return { method: 'POST', path: `/v1${pathOf(namespace)}/documents`, body: JSON.stringify({ upsert }) };
  });
}
