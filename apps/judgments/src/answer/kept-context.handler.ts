import { DATABASE } from '@app/boot';
import { SampleDrawn } from '@app/contracts/calibration';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { keepContexts } from './kept-context.store';

/** Keeps the contexts of the labels that calibration's samples name past the age at which contexts are dropped. */
@Injectable()
export class KeptContextHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
  ) {}

  /** Idempotent: a copy that exists is kept for longer. */
  async keepContexts({ organization, judgment_id, answers }: SampleDrawn): Promise<void> {
    const ids = await this.namespaces.readIdsOf(answers.map(({ namespace }) => ({ organization, namespace })));
    const kept = answers.map(({ document, answer }, i) => ({ namespaceId: ids[i], document, answerId: answer }));
    await this.db.transaction('judgments.keep-contexts', (tx) => keepContexts(tx, judgment_id, kept));
  }
}
