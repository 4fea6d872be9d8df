import { DATABASE, EFFECTS } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import { Database, Effects, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { ReadForWrite } from '../../document/document.store';
import { Change } from '../change';
import { CommitService } from '../commit.service';
import { mergedChange } from '../merged-change';
import { ReadyWrite, earliestOf, repliesOf } from './batch';

/** How long a batch waits for a lock, before its writes go alone and only those wait whose lock it is; milliseconds. */
const lockWaitMs = 200;

/** Commits the changes of a batch as one change, with the effects of its keyed writes. */
@Injectable()
export class BatchCommit {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly committing: CommitService,
  ) {}

  /** @returns the replies. @throws Outdated when something that was read has changed, or a deadline has passed */
  async commit(ref: NamespaceRef, before: ReadForWrite, ready: readonly ReadyWrite[]): Promise<string[]> {
    const changes = ready.flatMap(({ computed }) => computed.change ?? []);
    const change = changes.length === 0 ? null : mergedChange(changes);
    const limit = earliestOf(ready);
    if (ready.some(({ batched }) => batched.call.effectId !== undefined)) {
      const work = (tx: Tx) => this.commitKeyed(tx, ref, before, change, ready);
      return this.database.transaction('documents.write', work, limit);
    }
    if (change === null) return repliesOf(ready, null);
    return repliesOf(ready, await this.committing.commit(ref, before, change, { lockWaitMs }));
  }

  private async commitKeyed(
    tx: Tx,
    ref: NamespaceRef,
    before: ReadForWrite,
    change: Change | null,
    ready: readonly ReadyWrite[],
  ): Promise<string[]> {
    const committed = change && (await this.committing.commitWithin(tx, ref, before, change, { lockWaitMs }));
    const replies = repliesOf(ready, committed);
    const kept = ready.flatMap(({ batched: { call } }, index) =>
      call.effectId === undefined ? [] : [{ effectId: call.effectId, outcome: { status: 200, body: replies[index] } }],
    );
    await this.effects.keepEach(tx, kept);
    return replies;
  }
}
