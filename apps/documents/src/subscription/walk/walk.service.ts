import { CLOCK, DATABASE, LOGGER, METRICS } from '@app/boot';
import { documentsMetrics } from '@app/metrics';
import { type Clock, type Logger, type Metrics, logWork, msSince } from '@app/observability';
import { Database, LeaseLost, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockDocuments } from '../../document/document.store';
import { MembershipService } from '../membership/membership.service';
import { eraseMembers } from '../membership/membership.store';
import { ScanPool, ScanTimeOver } from '../../document/pool/scan.pool';
import { InForce, NamespaceInForce } from '../../namespace/snapshot/in-force';
import { bumpRevision } from '../../namespace/snapshot/revision.store';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { CompiledSubscription } from '../lookup/compiled-subscription';
import { subscriptionsOf } from '../lookup/subscription-index';
import { Candidates, findCandidates } from './candidate.store';
import { ChunkSizes } from './chunk-sizes';
import { SettingKind, WalkRow, WalkedNamespace, findOwnWalk, findNamespaceFrom, subscriptionWalks } from './walk.store';

/** Members that one transaction erases. */
const chunk = 10_000;
/** Candidates that one transaction locks and moves. */
const movedAtOnce = 500;
/** A walk saves its place after so many; a killed walk does at most so many again. */
const savedDocuments = 5_000;
const savedNamespaces = 50;
/** How much of a walk a change waits for before it is answered; the worker does the rest. */
const atOnce = { documents: 10_000, ms: 4_000 };
const turnMs = 2_000;
/** What one statement may take, until its chunk is a single document. */
const statementMs = 2_000;

/**
 * Sets the members of a subscription whose filter is new, or whose judgment, threshold or fit has changed. The filter's SQL finds candidates
 * without a lock; the walk evaluates the filter again under the row locks of those that move. Writes use the new filter
 * from its revision on, so either a write or the walk moves a document, and only once.
 */
@Injectable()
export class WalkService {
  private readonly looked;
  private readonly chunks = new ChunkSizes();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
    private readonly snapshots: Snapshots,
    private readonly members: MembershipService,
    private readonly scans: ScanPool,
  ) {
    this.looked = metrics.counter(documentsMetrics.walked);
  }

  /** Begins walks whose change has committed; the worker goes on with what takes longer, and with what fails. */
  async begin(ids: readonly string[]): Promise<void> {
    const endsAtMs = performance.now() + atOnce.ms;
    let left = atOnce.documents;
    for (const id of ids) {
      try {
        const walk = left > 0 && performance.now() < endsAtMs ? await findOwnWalk(this.database, id) : null;
        left -= walk ? await this.walk(walk, left, endsAtMs) : 0;
      } catch (error) {
        this.logger.warn({ err: error, walk: id }, 'the worker goes on with a walk');
      }
      await subscriptionWalks.release(this.database, { id, attempts: 0 });
    }
  }

  /** Goes on for a while with a claimed walk that took longer than its request waited, or whose process was killed. */
  async step(walk: WalkRow): Promise<void> {
    await killPoint('documents.walk.claimed');
    await this.walk(walk, Infinity, performance.now() + turnMs);
    await subscriptionWalks.release(this.database, walk);
  }

  /** @returns how many candidates it has evaluated */
  private async walk(walk: WalkRow, maxLooked: number, endsAtMs: number): Promise<number> {
    let looked = 0;
    try {
      let unsaved = 0;
      for (let steps = 1; looked < maxLooked && performance.now() < endsAtMs; steps++) {
        const namespace = await findNamespaceFrom(this.database, walk);
        if (!namespace) {
          await this.end(walk, unsaved);
          return looked;
        }
        if (namespace.name !== walk.namespace) walk.cursor = null;
        walk.namespace = namespace.name;
        const now = await this.readChunk(walk, namespace);
        looked += now;
        unsaved += now;
        if (unsaved < savedDocuments && steps % savedNamespaces > 0) continue;
        await this.save(walk, unsaved);
        unsaved = 0;
      }
      if (unsaved > 0) await this.save(walk, unsaved);
    } catch (error) {
      // The filter changed again and its change deleted this walk, or another process has claimed it.
      if (!(error instanceof LeaseLost)) throw error;
    } finally {
      this.looked.inc({ kind: walk.kind }, looked);
    }
    return looked;
  }

  private async save(walk: WalkRow, looked: number): Promise<void> {
    walk.looked = String(Number(walk.looked) + looked);
    await subscriptionWalks.advance(this.database, walk, walk);
  }

  /** One chunk of one namespace. @throws LeaseLost */
  private readChunk(walk: WalkRow, namespace: WalkedNamespace): Promise<number> {
    const { kind } = walk;
    if (kind === 'erase') return this.erase(walk, namespace);
    // No event names the cause of a walk that raises none.
    return this.set(walk, namespace, kind === 'times' ? 'filter' : kind);
  }

  private async set(walk: WalkRow, namespace: WalkedNamespace, cause: SettingKind): Promise<number> {
    const { name, paused, revisions } = namespace;
    const inForce = await this.snapshots.readAt({ organization: walk.organization, namespace: name }, revisions);
    const subscription = reached(walk, inForce);
    if (!subscription) {
      walk.cursor = null;
      return 0;
    }
    const place = { namespaceId: namespace.id, inForce };
    const found = await this.find(walk, place, subscription, paused);
    if (!found) return 0;
    for (let at = 0; at < found.ids.length; at += movedAtOnce) {
      await this.move(walk, namespace, found.ids.slice(at, at + movedAtOnce), cause);
    }
    walk.cursor = found.cursor;
    return found.looked;
  }

  /** One chunk of candidates; null when the statement took too long and the next one looks at fewer documents. */
  private async find(
    walk: WalkRow,
    place: NamespaceInForce,
    subscription: CompiledSubscription,
    paused: boolean,
  ): Promise<Candidates | null> {
    const limit = this.chunks.of(walk.id);
    const scans = this.scans.of(walk.organization, limit > 1 ? { leftMs: statementMs } : undefined);
    try {
      const found = await findCandidates(scans, place, subscription, walk, { paused, nowMs: this.clock.now(), limit });
      this.chunks.grow(walk.id);
      return found;
    } catch (error) {
      if (!(error instanceof ScanTimeOver) || !this.chunks.shrink(walk.id)) throw error;
      return null;
    }
  }

  private async move(walk: WalkRow, namespace: WalkedNamespace, ids: string[], cause: SettingKind): Promise<void> {
    const ref = { organization: walk.organization, namespace: namespace.name };
    await this.database.transaction('documents.walk', async (tx) => {
      await lockDocuments(tx, ref, ids);
      await subscriptionWalks.assertHeld(tx, walk);
      const inForce = await this.snapshots.readCurrent(ref, tx);
      const subscription = reached(walk, inForce);
      if (!subscription) return;
      const place = { namespaceId: namespace.id, inForce };
      const quiet = () => isSilent(walk) || subscription.quiet;
      await this.members.move(tx, place, ids, () => [subscription], { cause, quiet });
    });
  }

  private async erase(walk: WalkRow, { id }: WalkedNamespace): Promise<number> {
    const erased = await eraseMembers(this.database, id, walk.subscription_id, chunk);
    walk.cursor = erased < chunk ? null : { document: '' };
    return erased;
  }

  /**
   * The subscription of a silent walk publishes events after it: the new revision makes each process see that it ended.
   * @param unsaved candidates since its place was saved
   */
  private async end(walk: WalkRow, unsaved: number): Promise<void> {
    await this.database.transaction('documents.walk-end', async (tx) => {
      await subscriptionWalks.remove(tx, walk);
      if (isSilent(walk)) await bumpRevision(tx, walk.organization);
    });
    const { organization, scope, subscription_id: subscription, kind, looked, attempts, created_at: madeAt } = walk;
    logWork(this.logger, 'walk.ended', () => ({
      walk: `subscription_${kind}`,
      outcome: 'ended',
      organization,
      scope,
      subscription,
      ...(walk.judgment_id !== null && { judgment_id: walk.judgment_id }),
      claims: attempts,
      documents: Number(looked) + unsaved,
      ms: msSince(madeAt),
    }));
  }
}

/** Whether it raises no events. */
function isSilent({ quiet, kind }: WalkRow): boolean {
  return quiet || kind === 'times';
}

/** The walk's subscription, if it is in force in the namespace and reads the walk's judgment. */
function reached(walk: WalkRow, inForce: InForce): CompiledSubscription | undefined {
  const subscription = subscriptionsOf(inForce).find(walk.subscription_id);
  if (!subscription || walk.judgment_id === null) return subscription;
  const name = inForce.byId.get(walk.judgment_id)?.name;
  return name !== undefined && subscription.judgments.includes(name) ? subscription : undefined;
}
