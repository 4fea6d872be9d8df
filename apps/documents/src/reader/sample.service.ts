import { SampleDocuments } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { parseFilter, toSql } from '@app/filter';
import type { Filter } from '@app/filter';
import { Injectable } from '@nestjs/common';
import { coverOf } from '../namespace/scope';
import { FetchService } from './fetch.service';
import { LeafPool } from './reader.pool';
import { sharesOf, withinBytes } from './sample';

interface Place {
  id: string;
  name: string;
}

/** Documents of lowest SHA-256 of id: a sample that stays the same while what is stored does, in whatever order it came. */
@Injectable()
export class SampleService {
  constructor(
    private readonly pool: LeafPool,
    private readonly fetches: FetchService,
  ) {}

  /** @returns JSON text of SampledDocuments */
  async sample(query: SampleDocuments): Promise<string> {
    const { organization } = query;
    const filter = parseFilter(query.filter ?? {}, { pointer: '/filter', allow: { answers: false, within: false } });
    const places = await this.places(query);
    const share = sharesOf(query.documents, places.length);
    const parts: string[] = [];
    for (const place of places) {
      const ids = await this.ids(place, filter, share);
      if (ids.length === 0) continue;
      const documents = await this.fetches.fetch({ organization, namespace: place.name, ids, judgments: [] });
      parts.push(`{"namespace":${JSON.stringify(place.name)},${documents.slice(1)}`);
    }
    return `{"any":${places.length > 0},"namespaces":[${parts.join(',')}]}`;
  }

  /** The namespace, or those of a prefix of lowest hash; only such as hold documents. */
  private async places({ organization, namespace, scope, namespaces }: SampleDocuments): Promise<Place[]> {
    const { all, exact, under } = coverOf(scope);
    const prefix = isTemplate(namespace) ? namespace.slice(0, -1) : null;
    const { rows } = await this.pool.query<Place>(
      `select n.id, n.name from namespace n
       where n.organization = $1 and (n.name = $2 or starts_with(n.name, $3)) and not n.deleting
         and ($4 or n.name = $5 or starts_with(n.name, $6))
         and exists (select 1 from document d where d.namespace_id = n.id)
       order by sha256(convert_to(n.name, 'UTF8')) limit $7`,
      [organization, prefix === null ? namespace : null, prefix, all, exact, under, namespaces],
    );
    return rows;
  }

  private async ids(place: Place, filter: Filter, share: { documents: number; bytes: number }): Promise<string[]> {
    // What a definition applies to reads the document alone, never an answer.
    const sql = toSql(filter, { firstParam: 2, namespaceId: place.id, judgment: () => undefined });
    const params = [place.id, ...sql.params];
    const { rows } = await this.pool.query<{ id: string; bytes: number }>(
      `select d.id, d.bytes from document d ${sql.joins} where d.namespace_id = $1::bigint and ${sql.where}
       order by sha256(convert_to(d.id, 'UTF8')) limit $${params.length + 1}::int`,
      [...params, share.documents],
    );
    return withinBytes(rows, share.bytes);
  }
}
