import { BUS, CLOCK } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { FetchedDocument, SampledDocuments, sampleDocuments } from '@app/contracts/documents';
import { SampleContext } from '@app/contracts/judgments';
import { JudgedDocument } from '@app/context';
import { Definition } from '@app/definition';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { DocumentFetch } from '../../document/document-fetch';
import { sendPatiently } from '../../document/patiently';
import { readsRelated, relatedReads, soleReader, withoutNumbers } from '../../document/related-reads';
import { ContextCompiler, toJudgedDocument } from '../../question/compiler';

/** Documents that a suggestion reads, and the namespaces of a prefix that share them (docs/contract.md#13-limits). */
const suggested = { documents: 200, namespaces: 20 };
/** Documents whose contexts a dry run shows. */
const shown = { documents: 3, namespaces: 3 };
const format = 1;

interface Sampled {
  namespace: string;
  document: FetchedDocument;
}

/** Samples stored documents that a definition applies to: the same ones as long as nothing is written. */
@Injectable()
export class SampleService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly fetches: DocumentFetch,
  ) {}

  /** What a suggestion reads, and whether the namespace stores any document at all. */
  async readDocuments(
    namespace: string,
    definition: Definition,
    call: Call,
  ): Promise<{ any: boolean; documents: JudgedDocument[] }> {
    const sampled = await this.ask(namespace, definition, suggested, call);
    const documents = sampled.namespaces.flatMap((one) => one.documents.map(toJudgedDocument));
    return { any: sampled.any, documents };
  }

  /** What an engine would read of a few documents. */
  async readContexts(namespace: string, definition: Definition, call: Call): Promise<SampleContext[]> {
    const { namespaces } = await this.ask(namespace, definition, shown, call);
    const nowMs = this.clock.now();
    const sampled = namespaces.flatMap((one) =>
      one.documents.map((document) => ({ namespace: one.namespace, document })),
    );
    const documents = await this.withRelated(sampled.slice(0, shown.documents), definition, call);
    return documents.map((one) => {
      const { context } = new ContextCompiler(one.document, nowMs).read({
        definition: withoutNumbers(definition),
        format,
      });
      const { text, tokens, sizeClass, truncated, cuts } = context;
      const { namespace: within, document } = one;
      return { namespace: within, document: document.id, text, tokens, size_class: sizeClass, truncated, cuts };
    });
  }

  /** A sample comes without related documents, so a definition that reads them has its documents fetched. */
  private async withRelated(sampled: Sampled[], definition: Definition, call: Call): Promise<Sampled[]> {
    if (!readsRelated(definition)) return sampled;
    const related = relatedReads([{ name: soleReader, definition: withoutNumbers(definition) }]);
    const { organization } = call.who;
    const until = Call.until(call.deadlineAtMs);
    const fetched = await Promise.all(
      sampled.map(async ({ namespace, document: { id } }) => {
        const query = { organization, namespace, ids: [id], judgments: [], ...related };
        const { documents } = await this.fetches.fetch(query, until);
        return documents.map((document) => ({ namespace, document }));
      }),
    );
    return fetched.flat();
  }

  private ask(
    namespace: string,
    definition: Definition,
    max: { documents: number; namespaces: number },
    call: Call,
  ): Promise<SampledDocuments> {
    const { organization, scope } = call.who;
    const filter = definition.applies_to ?? null;
    const query = { organization, namespace, scope, filter, ...max };
    const until = Call.until(call.deadlineAtMs);
    return sendPatiently(until, () => this.bus.requester.ask(sampleDocuments, query, until));
  }
}
