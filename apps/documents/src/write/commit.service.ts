import { DATABASE } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import { Database, Tx, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ReadForWrite } from '../document/document.store';
import { RelatedSignal } from '../invalidation/relation/related-signal';
import { wakeAfterCommit } from './after-commit';
import { Change } from './change';
import { CommitOptions, Committed, commitChange } from './commit.store';

/** Commits changes, and wakes those who go on with what a commit leaves. */
@Injectable()
export class CommitService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly signal: RelatedSignal,
  ) {}

  /** Commits in a statement of its own. @throws Outdated */
  async commit(ref: NamespaceRef, before: ReadForWrite, change: Change, options?: CommitOptions): Promise<Committed> {
    await killPoint('documents.write.before-commit');
    const committed = await commitChange(this.database, ref, before, change, options);
    await killPoint('documents.write.after-commit');
    const wakeRelay = (): void => this.database.wakeRelay();
    wakeAfterCommit(change, { wakeRelay, afterCommit: (work) => work() }, committed.namespaceId, this.signal);
    return committed;
  }

  /** Changes within the caller's transaction. @throws Outdated, and then the transaction must be rolled back */
  async commitWithin(
    tx: Tx,
    ref: NamespaceRef,
    before: ReadForWrite,
    change: Change,
    options?: CommitOptions,
  ): Promise<Committed> {
    const committed = await commitChange(tx, ref, before, change, options);
    wakeAfterCommit(change, tx, committed.namespaceId, this.signal);
    return committed;
  }
}
