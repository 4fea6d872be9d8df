import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { RelatedSignal } from '../relation/related-signal';
import { DrainService } from './drain.service';
import { readNextNamespace } from './inbox.store';

/** No namespace has it; all have greater ones. */
const beforeAll = '0';

/** Moves the related changes of namespaces on, one namespace after the other. */
@Injectable()
export class RelatedWorker {
  private last = beforeAll;
  /** Whether a namespace of this round has more changes than one turn moves on. */
  private hasMore = false;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly drains: DrainService,
    private readonly signal: RelatedSignal,
  ) {}

  /**
   * Moves changes of the next namespace on, so that a turn is short however many namespaces have changes.
   * @returns whether the next turn follows at once: a namespace follows, or one of this round has more changes
   */
  async turn(): Promise<boolean> {
    const next = await readNextNamespace(this.database, this.last);
    this.last = next ?? beforeAll;
    if (next !== null) {
      if (!this.signal.postpones(next)) await this.drain(next);
      return true;
    }
    const { hasMore } = this;
    this.hasMore = false;
    return hasMore;
  }

  private async drain(namespaceId: string): Promise<void> {
    // A backlog takes no rest.
    if (await this.drains.drain(namespaceId)) this.hasMore = true;
    else this.signal.drained(namespaceId);
  }
}
