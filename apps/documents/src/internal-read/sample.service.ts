import type { SampleDocuments } from '@app/contracts/documents';
import { isTemplate } from '@app/definition';
import { parseFilter, toSql } from '@app/filter';
import type { Filter } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { coverOf } from '../namespace/scope';
import { FetchService } from './fetch.service';
import { CallTime, ScanPool } from '../document/pool/scan.pool';
import { sharesOf, withinBytes } from './sample';

interface SampledNamespace {
  id: string;
  name: string;
}

/**
 * Samples the documents whose ids have the lowest SHA-256. The sample stays the same while the stored documents do,
 * whatever order they came in.
 */
@Injectable()
export class SampleService {
  constructor(
    private readonly scans: ScanPool,
    private readonly fetches: FetchService,
  ) {}

  /** @returns JSON text of SampledDocuments */
  async sample(query: SampleDocuments, call?: CallTime): Promise<string> {
    const { organization } = query;
    const scans = this.scans.of(organization, call);
    const filter = parseFilter(query.filter ?? {}, { pointer: '/filter', allow: { answers: false, within: false } });
    const namespaces = await this.readNamespaces(scans, query);
    const share = sharesOf(query.documents, namespaces.length);
    const parts: string[] = [];
    for (const { id, name } of namespaces) {
      const ids = await this.readIds(scans, id, filter, share);
      if (ids.length === 0) continue;
      const documents = await this.fetches.fetch({ organization, namespace: name, ids, judgments: [] });
      parts.push(`{"namespace":${JSON.stringify(name)},${documents.slice(1)}`);
    }
    return `{"any":${namespaces.length > 0},"namespaces":[${parts.join(',')}]}`;
  }

  /** The namespace, or those of a prefix whose names have the lowest hash; only namespaces with documents. */
  private async readNamespaces(
    scans: Queryable,
    { organization, namespace, scope, namespaces }: SampleDocuments,
  ): Promise<SampledNamespace[]> {
    const { all, exact, under } = coverOf(scope);
    const prefix = isTemplate(namespace) ? namespace.slice(0, -1) : null;
    const { rows } = await scans.query<SampledNamespace>(
      `select n.id, n.name from namespace n
       where n.organization = $1 and (n.name = $2 or starts_with(n.name, $3)) and not n.deleting
         and ($4 or n.name = $5 or starts_with(n.name, $6))
         and exists (select 1 from document d where d.namespace_id = n.id)
       order by sha256(convert_to(n.name, 'UTF8')) limit $7`,
      [organization, prefix === null ? namespace : null, prefix, all, exact, under, namespaces],
    );
    return rows;
  }

  private async readIds(
    scans: Queryable,
    namespaceId: string,
    filter: Filter,
    share: { documents: number; bytes: number },
  ): Promise<string[]> {
    // The filter of a definition reads the document alone, never an answer.
    const sql = toSql(filter, { firstParam: 2, namespaceId, judgment: () => undefined });
    const params = [namespaceId, ...sql.params];
    const { rows } = await scans.query<{ id: string; bytes: number }>(
      `select d.id, d.bytes from document d ${sql.joins} where d.namespace_id = $1::bigint and ${sql.where}
       order by sha256(convert_to(d.id, 'UTF8')) limit $${params.length + 1}::int`,
      [...params, share.documents],
    );
    return withinBytes(rows, share.bytes);
  }
}
