import { DATABASE } from '@app/boot';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
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
  ) {}

  /**
   * Moves changes of the next namespace on, so that a turn is short however many namespaces have changes.
   * @returns whether the next turn follows at once: a namespace follows, or one of this round has more changes
   */
  async turn(): Promise<boolean> {
    const next = await readNextNamespace(this.database, this.last);
    this.last = next ?? beforeAll;
    if (next !== null) {
      if (await this.drains.drain(next)) this.hasMore = true;
      return true;
    }
    const { hasMore } = this;
    this.hasMore = false;
    return hasMore;
  }
}
