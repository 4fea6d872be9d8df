import { Call } from '@app/bus';
import type { FetchedDocument } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { DocumentFetch } from '../document/document-fetch';
import { relatedReads } from '../document/related-reads';

/** The documents of a trial, with what the judgment reads of related ones under its id. */
export interface TriedDocuments {
  /** The documents, in the order of their ids. */
  documents: FetchedDocument[];
  /** Every related change that was stamped before this moment is in them; null without relations. RFC 3339. */
  watermark: string | null;
}

/** Reads the documents of previews and trials. */
@Injectable()
export class TrialDocuments {
  constructor(private readonly fetches: DocumentFetch) {}

  /** @throws Problem not_found, with the ids of those that do not exist; whatever keeps one of them from being read */
  async readFor(
    namespace: string,
    ids: readonly string[],
    { id: name, definition, freshness }: Pick<EffectiveJudgment, 'id' | 'definition' | 'freshness'>,
    call: Call,
  ): Promise<TriedDocuments> {
    const query = {
      organization: call.who.organization,
      namespace,
      judgments: [],
      ...relatedReads([{ name, definition, freshness }]),
    };
    const found = new Map<string, FetchedDocument>();
    let watermark: string | null = null;
    for (let left = [...ids]; left.length > 0;) {
      const fetched = await this.fetches.fetch({ ...query, ids: left }, Call.until(call.deadlineAtMs));
      for (const [, fault] of fetched.unreadable) throw fault;
      for (const document of fetched.documents) found.set(document.id, document);
      // The first of several reads bounds what all of them hold.
      watermark ??= fetched.watermark;
      left = fetched.remaining;
    }
    const missing = ids.filter((id) => !found.has(id));
    if (missing.length === 0) return { documents: ids.map((id) => found.get(id)!), watermark };
    throw new Problem('not_found', `There is no document \`${missing[0]}\` in \`${namespace}\`; write it first.`, {
      documents: missing,
    });
  }
}
