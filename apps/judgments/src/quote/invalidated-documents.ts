import type { JudgmentRef } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import type { EffectiveJudgment } from '../judgment/definition/judgment';
import { DocumentSample } from './document-sample';
import type { ExistingReader } from './estimate.service';
import { Selection, StoredDocuments } from './stored-documents';

/** Documents whose contexts measure the cost of one (docs/contract.md#13-limits). */
const sample = 200;

/**
 * The stored documents whose own change, or whose related documents' change, has invalidated their answer: a judgment that is
 * judged by itself from now on judges them. One of them costs what the documents of the definition cost on average, so that
 * the cost of a month is measured where there are none.
 */
@Injectable()
export class InvalidatedDocuments {
  constructor(
    private readonly stored: StoredDocuments,
    private readonly samples: DocumentSample,
  ) {}

  readerOf({ organization, scope }: JudgmentRef, judgment: EffectiveJudgment): ExistingReader {
    const { id, definition, freshness } = judgment;
    const all: Selection = { organization, namespace: scope, filter: definition.applies_to ?? null };
    return {
      count: async () => (await this.stored.count({ ...all, judgment: id, only: ['invalidated'] })).documents,
      readDocuments: () => this.samples.readFor(all, { definition, freshness, isLook: true }, sample),
    };
  }
}
