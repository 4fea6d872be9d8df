import type { FetchDocuments } from '@app/contracts';
import type { JsonObject } from '@app/json';
import type { Queryable } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { attributeOf, joinKeys } from '../document/join-key';
import { scalarKey } from '@app/filter';
import { unreadyLinks } from '../link/link.store';
import { instantText } from '../reading/instant-text';
import { edgesOf } from '../relation/edges';
import { InForce } from '../snapshot/in-force';
import { RelatedRow, RelationPlace, readRelation } from './relation.store';

/** A judged document, with the JSON text of its attributes. */
export interface JudgedText {
  id: string;
  attributes: string;
}

/** The related documents of judged ones. */
export interface RelatedTexts {
  /** JSON texts of the member `related`, in the order of the documents; null past the size of a reply. */
  texts: (string | null)[];
}

type Query = Pick<FetchDocuments, 'organization' | 'namespace' | 'specs' | 'read'>;

/** Reads the documents that relations join with judged ones, with one statement for each distinct relation. */
@Injectable()
export class RelatedService {
  /** @param from a snapshot that holds the judged documents, too */
  async read(from: Queryable, query: Query, inForce: InForce, judged: readonly JudgedText[]): Promise<RelatedTexts> {
    const place = await relationsOf(from, query, inForce);
    const attributes = judged.map((document) => JSON.parse(document.attributes) as JsonObject);
    const bySpec: string[][] = [];
    const fits = judged.map(() => true);
    for (const spec of query.specs ?? []) {
      const name = attributeOf(spec.mine);
      const keysOf = (id: string, of: JsonObject) =>
        name === null ? [scalarKey(id)] : joinKeys(Object.hasOwn(of, name) ? of[name] : null);
      const joined = judged.map(({ id }, n) => ({ id, keys: keysOf(id, attributes[n]) }));
      const rows = await readRelation(from, place, spec, joined);
      rows.forEach((row) => (fits[row.n] &&= row.fits));
      bySpec.push(textsOf(rows, judged.length));
    }
    return { texts: judged.map((_, n) => (fits[n] || n === 0 ? relatedText(query, bySpec, n) : null)) };
  }
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
function textsOf(rows: readonly RelatedRow[], count: number): string[] {
  const items = Array.from({ length: count }, (): string[] => []);
  const more = Array.from({ length: count }, () => false);
  const found = Array.from({ length: count }, () => 0);
  for (const row of rows) {
    more[row.n] ||= row.cut;
    found[row.n] = Number(row.found);
    if (row.id !== null && row.fits) items[row.n].push(itemText(row, row.id));
  }
  return items.map((texts, n) => `{"items":[${texts.join(',')}],"more":${more[n] || texts.length < found[n]}}`);
}

function itemText({ created_at, updated_at, attributes, state }: RelatedRow, id: string): string {
  const times = `"created_at":"${instantText(created_at)}","updated_at":"${instantText(updated_at)}"`;
  return `{"id":${JSON.stringify(id)},${times},"attributes":${attributes},"state":${state}}`;
}

/** The member `related` of a document: by judgment and relation. */
function relatedText({ read = {} }: Query, bySpec: readonly string[][], n: number): string {
  const judgments = Object.entries(read).map(([judgment, { relations }]) => {
    const own = Object.entries(relations).map(([name, spec]) => `${JSON.stringify(name)}:${bySpec[spec][n]}`);
    return `${JSON.stringify(judgment)}:{${own.join(',')}}`;
  });
  return `{${judgments.join(',')}}`;
}
