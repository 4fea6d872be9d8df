import { DATABASE, LOGGER } from '@app/boot';
import { type Logger, logWork, msSince } from '@app/observability';
import { Database, Tx, addToOutbox } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { lockOrganization } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { WalkedNamespace, findNamespaceFrom } from '../../subscription/walk/walk.store';
import { restS } from '../fanout/pace';
import { waitingFacts } from './waiting-facts';
import { WaitingPage, WaitingWalk, beginWaiting, readWaitingPage, waitingWalks } from './waiting-walk.store';

/** The share of the time that a walk works: what changes now goes first. */
const share = 0.5;

/**
 * Has the answers queued that wait and that judgments was never told of. What invalidated them may be long ago, so they
 * wait from now on as after a change, in a lane behind the changes of now.
 */
@Injectable()
export class WaitingWalker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly snapshots: Snapshots,
  ) {}

  /** Walks one page of one namespace. @throws LeaseLost */
  async step(walk: WaitingWalk): Promise<void> {
    const beganAt = performance.now();
    await this.database.transaction('documents.waiting', async (tx) => {
      await lockOrganization(tx, walk.organization);
      const namespace = await findNamespaceFrom(tx, walk);
      if (!namespace) return this.end(tx, walk);
      const here = namespace.name === walk.namespace ? walk : { ...walk, cursor: '' };
      const cursor = await this.queueNext(tx, here, namespace);
      const rest = restS((performance.now() - beganAt) / 1000, share);
      await waitingWalks.advanceAndRelease(tx, walk, { namespace: namespace.name, cursor }, rest);
    });
  }

  /** @returns the last document that the walk has passed; null at the end of the namespace */
  private async queueNext(
    tx: Tx,
    walk: WaitingWalk,
    { id: namespaceId, name }: WalkedNamespace,
  ): Promise<string | null> {
    const { organization, judgment_id: judgmentId, since } = walk;
    const inForce = await this.snapshots.readCurrent({ organization, namespace: name }, tx);
    const judgment = inForce.byId.get(judgmentId);
    // Another change has taken it out of force here, or has it wait for requests; the next one back adds a walk of its own.
    if (judgment === undefined || !isJudgedOnChange(judgment)) return null;
    const { ids, last }: WaitingPage = await readWaitingPage(tx, namespaceId, walk);
    const which = { before: since, leftQueue: false };
    const waiting = await beginWaiting(tx, { namespaceId, inForce }, judgment, ids, which);
    await addToOutbox(tx, waitingFacts(inForce, judgmentId, waiting, since));
    return last;
  }

  /** Memory may know the walk on: an answer that it would concern is one of another change by now. */
  private async end(tx: Tx, walk: WaitingWalk): Promise<void> {
    await waitingWalks.remove(tx, walk);
    const { organization, scope, judgment_id, attempts, since } = walk;
    const about = { organization, scope, judgment_id, claims: attempts };
    tx.afterCommit(() =>
      logWork(this.logger, 'walk.ended', () => ({ walk: 'waiting', outcome: 'ended', ...about, ms: msSince(since) })),
    );
  }
}
