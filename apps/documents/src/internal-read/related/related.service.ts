import type { FetchDocuments, RelationQuery } from '@app/contracts/documents';
import type { JoinPath } from '@app/definition';
import type { JsonObject } from '@app/json';
import type { Queryable } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { attributeOf } from '../../document/join-key';
import { readUnreadyLinks } from '../../invalidation/relation/link.store';
import { fanoutInEffect } from '../../namespace/settings';
import type { OwnFanout } from '../../namespace/settings';
import { edgesOf } from '../../invalidation/relation/edges';
import { InForce } from '../../namespace/snapshot/in-force';
import { AggregateLimits, Aggregates, aggregateLimits } from './aggregate';
import { itemText } from './item-text';
import { bytesOf } from './relation-limits';
import type { JoinedDocument, RelationPlace } from './relation-sql';
import { RelatedRow, readRelation } from './relation.store';
import { SharedItems } from './shared-items';
import { readUnsettledDependents } from './unsettled';
import { AnswersText, answersText } from './upstream-answers';

/** A judged document, with the JSON text of its attributes. */
export interface JudgedText {
  id: string;
  attributes: string;
}

/** The related documents of judged ones. */
export interface RelatedTexts {
  /** JSON texts of the members `related`, `numbers` and `candidates`, in the order of the documents; null past what one reply holds. */
  texts: (string | null)[];
  /** JSON texts of related documents that the others name by their place. */
  shared: string[];
  /** The readers whose answers about the document itself are about to be judged, by document. */
  unsettled: ReadonlyMap<string, readonly string[]>;
}

type Query = Pick<FetchDocuments, 'organization' | 'namespace' | 'specs' | 'read'>;

/**
 * Reads the documents that relations join with judged ones, and numbers that are made of them, with one statement for each
 * distinct relation and one or a few for the numbers of each.
 */
@Injectable()
export class RelatedService {
  protected readonly limits: AggregateLimits = aggregateLimits;

  /** @param from a snapshot that holds the judged documents, too */
  async read(from: Queryable, query: Query, inForce: InForce, judged: readonly JudgedText[]): Promise<RelatedTexts> {
    const place = await readRelationsOf(from, query, inForce);
    const attributes = judged.map((document) => JSON.parse(document.attributes) as JsonObject);
    const joinedBy = ({ mine }: Pick<RelationQuery, 'mine'>): JoinedDocument[] =>
      judged.map(({ id }, n) => ({ id, value: sideOf(mine, id, attributes[n]) }));
    const bySpec: string[][] = [];
    const fits = judged.map(() => true);
    const shared = new SharedItems(place);
    for (const [index, spec] of (query.specs ?? []).entries()) {
      const joined = joinedBy(spec);
      if (await shared.choose(from, index, spec, joined)) continue;
      bySpec[index] = await readTextsOfRelation(from, place, spec, joined, fits);
    }
    const chosen = await shared.read(from, judged.length);
    const aggregates = new Aggregates(query, this.limits);
    const counted = await aggregates.read(from, place, joinedBy);
    const ids = judged.map(({ id }) => id);
    const textOf = (index: number, n: number) => shared.textOf(index, n) ?? bySpec[index][n];
    return {
      unsettled: await readUnsettledDependents(from, place.namespaceId, query, inForce, ids),
      texts: judged.map((_, n) => {
        if (n > 0 && (!fits[n] || n >= counted || n >= chosen)) return null;
        return relatedText(query, textOf, n) + numbersText(aggregates.of(n)) + candidatesText(query, textOf, n);
      }),
      shared: shared.shared,
    };
  }
}

/** The side of a join of a judged document. */
function sideOf(mine: JoinPath, id: string, attributes: JsonObject): unknown {
  const name = attributeOf(mine);
  if (name === null) return id;
  return Object.hasOwn(attributes, name) ? attributes[name] : null;
}

async function readRelationsOf(from: Queryable, query: Query, inForce: InForce): Promise<RelationPlace> {
  const { rows } = await from.query<{ id: string; fanout: OwnFanout }>(
    'select id, fanout from namespace where organization = $1 and name = $2',
    [query.organization, query.namespace],
  );
  const [{ id: namespaceId, fanout }] = rows;
  const { linked } = edgesOf(inForce);
  const unready = await readUnreadyLinks(from, namespaceId, linked);
  const isLinked = (name: string) => linked.includes(name) && !unready.includes(name);
  return { namespaceId, inForce, isLinked, blockCap: fanoutInEffect(fanout).block_cap };
}

/** JSON texts of the related documents of each judged one. @param fits is cleared for judged documents past one reply */
async function readTextsOfRelation(
  from: Queryable,
  place: RelationPlace,
  query: RelationQuery,
  judged: readonly JoinedDocument[],
  fits: boolean[],
): Promise<string[]> {
  const { last_n: lastN, block_cap: cap = place.blockCap } = query;
  // Of all that match, one more than the cap tells whether there are more.
  const spec = { ...query, last_n: lastN ?? cap + 1 };
  const rows = await readRelation(from, place, spec, judged, bytesOf(query));
  rows.forEach((row) => (fits[row.n] &&= row.fits));
  return textsOf(rows, judged.length, lastN ?? cap, answersText(query, place.inForce));
}

/** JSON text of the related documents of each judged one. */
function textsOf(rows: readonly RelatedRow[], count: number, most: number, answers: AnswersText): string[] {
  const items = Array.from({ length: count }, (): string[] => []);
  const more = Array.from({ length: count }, () => false);
  const found = Array.from({ length: count }, () => 0);
  for (const row of rows) {
    more[row.n] ||= row.cut;
    found[row.n] = Number(row.found);
    if (row.id !== null && row.fits && items[row.n].length < most) items[row.n].push(itemText(row, row.id, answers));
  }
  return items.map((texts, n) => `{"items":[${texts.join(',')}],"more":${more[n] || texts.length < found[n]}}`);
}

/** JSON text of what a relation of the fetch joins with a judged document, both by index. */
type TextOf = (index: number, n: number) => string;

/** The member `related` of a document: by judgment and relation. */
function relatedText({ read = {} }: Query, textOf: TextOf, n: number): string {
  const judgments = Object.entries(read).map(([judgment, { relations }]) => {
    const own = Object.entries(relations).map(([name, spec]) => `${JSON.stringify(name)}:${textOf(spec, n)}`);
    return `${JSON.stringify(judgment)}:{${own.join(',')}}`;
  });
  return `"related":{${judgments.join(',')}}`;
}

function numbersText(numbers: ReturnType<Aggregates['of']>): string {
  return Object.keys(numbers).length === 0 ? '' : `,"numbers":${JSON.stringify(numbers)}`;
}

/** The member `candidates` of a document, with a comma before it: by judgment. Empty when none chooses among documents. */
function candidatesText({ read = {} }: Query, textOf: TextOf, n: number): string {
  const own = Object.entries(read).flatMap(([judgment, { candidates }]) =>
    candidates === undefined ? [] : [`${JSON.stringify(judgment)}:${textOf(candidates, n)}`],
  );
  return own.length === 0 ? '' : `,"candidates":{${own.join(',')}}`;
}
