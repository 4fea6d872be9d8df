import { BUS, CLOCK } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { FetchedDocument, SampleContext, SampledDocuments, sampleDocuments } from '@app/contracts';
import { JudgedDocument } from '@app/context';
import { Definition } from '@app/definition';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { Compiler } from '../question/compile';

/** Documents of a suggestion, and namespaces that share them on a prefix (docs/contract.md#13-limits). */
const suggested = { documents: 200, namespaces: 20 };
/** Documents whose contexts a dry run shows. */
const shown = { documents: 3, namespaces: 3 };
const format = 1;

/** Stored documents that a definition applies to: the same ones while nothing is written. */
@Injectable()
export class SampleService {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Whether anything is stored, and what a suggestion reads of it. */
  async documents(
    namespace: string,
    definition: Definition,
    call: Call,
  ): Promise<{ any: boolean; documents: JudgedDocument[] }> {
    const sampled = await this.ask(namespace, definition, suggested, call);
    const documents = sampled.namespaces.flatMap((one) => one.documents.map(toJudged));
    return { any: sampled.any, documents };
  }

  /** What an engine would read of a few of them. */
  async contexts(namespace: string, definition: Definition, call: Call): Promise<SampleContext[]> {
    const { namespaces } = await this.ask(namespace, definition, shown, call);
    const nowMs = this.clock.now();
    const documents = namespaces.flatMap((one) =>
      one.documents.map((document) => ({ namespace: one.namespace, document })),
    );
    return documents.slice(0, shown.documents).map(({ namespace: place, document }) => {
      const { context } = new Compiler(toJudged(document), nowMs).read(definition, format);
      const { text, tokens, sizeClass, truncated } = context;
      return { namespace: place, document: document.id, text, tokens, size_class: sizeClass, truncated };
    });
  }

  private ask(
    namespace: string,
    definition: Definition,
    most: { documents: number; namespaces: number },
    call: Call,
  ): Promise<SampledDocuments> {
    const { organization, scope } = call.who;
    const filter = definition.applies_to ?? null;
    const query = { organization, namespace, scope, filter, ...most };
    return this.bus.requester.ask(sampleDocuments, query, Call.until(call.deadlineAtMs));
  }
}

function toJudged(document: FetchedDocument): JudgedDocument {
  return {
    ...document,
    attributes: document.attributes as Record<string, unknown>,
    state: document.state as Record<string, unknown>,
    images: document.images as Record<string, string>,
  };
}
