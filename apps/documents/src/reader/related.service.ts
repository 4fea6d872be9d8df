import type { FetchDocuments, RelationQuery } from '@app/contracts';
import { answerKey, upstreamText } from '@app/definition';
import type { JoinPath, UpstreamNumbers } from '@app/definition';
import type { JsonObject } from '@app/json';
import type { Queryable } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { attributeOf, joinKeys } from '../document/join-key';
import { scalarKey } from '@app/filter';
import { unreadyLinks } from '../link/link.store';
import { instantText } from '../reading/instant-text';
import { edgesOf } from '../relation/edges';
import { InForce } from '../snapshot/in-force';
import { AggregateLimits, Aggregates, aggregateLimits } from './aggregate';
import type { JoinedDocument, RelationPlace } from './relation-sql';
import { RelatedRow, readRelation } from './relation.store';
import { unsettledReaders } from './unsettled';

/** A judged document, with the JSON text of its attributes. */
export interface JudgedText {
  id: string;
  attributes: string;
}

/** The related documents of judged ones. */
export interface RelatedTexts {
  /** JSON texts of the members `related` and `numbers`, in the order of the documents; null past what one reply holds. */
  texts: (string | null)[];
  /** By document, the readers whose answers about the document itself are about to be judged. */
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
    const place = await relationsOf(from, query, inForce);
    const attributes = judged.map((document) => JSON.parse(document.attributes) as JsonObject);
    const joinedBy = ({ mine }: Pick<RelationQuery, 'mine'>): JoinedDocument[] =>
      judged.map(({ id }, n) => ({ id, keys: keysOf(mine, id, attributes[n]) }));
    const bySpec: string[][] = [];
    const fits = judged.map(() => true);
    for (const spec of query.specs ?? []) {
      const rows = await readRelation(from, place, spec, joinedBy(spec));
      rows.forEach((row) => (fits[row.n] &&= row.fits));
      bySpec.push(textsOf(rows, judged.length, answersOf(spec, inForce)));
    }
    const aggregates = new Aggregates(query, this.limits);
    const counted = await aggregates.read(from, place, joinedBy);
    const ids = judged.map(({ id }) => id);
    return {
      unsettled: await unsettledReaders(from, place.namespaceId, query, inForce, ids),
      texts: judged.map((_, n) => {
        if (n > 0 && (!fits[n] || n >= counted)) return null;
        return relatedText(query, bySpec, n) + numbersText(aggregates.of(n));
      }),
    };
  }
}

/** The keys by which a judged document joins. */
function keysOf(mine: JoinPath, id: string, attributes: JsonObject): Buffer[] {
  const name = attributeOf(mine);
  return name === null ? [scalarKey(id)] : joinKeys(Object.hasOwn(attributes, name) ? attributes[name] : null);
}

async function relationsOf(from: Queryable, query: Query, inForce: InForce): Promise<RelationPlace> {
  const { rows } = await from.query<{ id: string }>('select id from namespace where organization = $1 and name = $2', [
    query.organization,
    query.namespace,
  ]);
  const namespaceId = rows[0].id;
  const { linked } = edgesOf(inForce);
  const unready = await unreadyLinks(from, namespaceId, linked);
  return { namespaceId, inForce, isLinked: (name) => linked.includes(name) && !unready.includes(name) };
}

/** JSON text of the related documents of each judged one. */
function textsOf(rows: readonly RelatedRow[], count: number, answers: AnswersText): string[] {
  const items = Array.from({ length: count }, (): string[] => []);
  const more = Array.from({ length: count }, () => false);
  const found = Array.from({ length: count }, () => 0);
  for (const row of rows) {
    more[row.n] ||= row.cut;
    found[row.n] = Number(row.found);
    if (row.id !== null && row.fits) items[row.n].push(itemText(row, row.id, answers));
  }
  return items.map((texts, n) => `{"items":[${texts.join(',')}],"more":${more[n] || texts.length < found[n]}}`);
}

function itemText(row: RelatedRow, id: string, answers: AnswersText): string {
  const { created_at, updated_at, attributes, state } = row;
  const times = `"created_at":"${instantText(created_at)}","updated_at":"${instantText(updated_at)}"`;
  return `{"id":${JSON.stringify(id)},${times},"attributes":${attributes},"state":${state}${answers(row)}}`;
}

/** JSON text of the member `answers` of a related document, after a comma; empty for a relation that reads none. */
type AnswersText = (row: RelatedRow) => string;

/** Judging gets bands, sides of cuts and options: no number leaves this service. */
function answersOf({ answers = [] }: RelationQuery, { byName }: InForce): AnswersText {
  if (answers.length === 0) return () => '';
  return ({ answers: text }) => {
    const numbers = JSON.parse(text ?? '{}') as Record<string, UpstreamNumbers>;
    const shown = answers.map((answer) => {
      const id = byName.get(answer.judgment)?.judgmentId ?? '';
      return [answerKey(answer), upstreamText(answer, Object.hasOwn(numbers, id) ? numbers[id] : null)];
    });
    return `,"answers":${JSON.stringify(Object.fromEntries(shown))}`;
  };
}

/** The member `related` of a document: by judgment and relation. */
function relatedText({ read = {} }: Query, bySpec: readonly string[][], n: number): string {
  const judgments = Object.entries(read).map(([judgment, { relations }]) => {
    const own = Object.entries(relations).map(([name, spec]) => `${JSON.stringify(name)}:${bySpec[spec][n]}`);
    return `${JSON.stringify(judgment)}:{${own.join(',')}}`;
  });
  return `"related":{${judgments.join(',')}}`;
}

function numbersText(numbers: ReturnType<Aggregates['of']>): string {
  return Object.keys(numbers).length === 0 ? '' : `,"numbers":${JSON.stringify(numbers)}`;
}
