import { CLOCK, DATABASE, LOGGER, METRICS } from '@app/boot';
import type { Clock, Logger, Metrics } from '@app/observability';
import { Database, killPoint } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { MembershipService } from '../membership/membership.service';
import { eraseMembers } from '../membership/membership.store';
import { InForce } from '../snapshot/in-force';
import { bumpRevision } from '../snapshot/snapshot.store';
import { Columns } from '../snapshot/snapshots.service';
import { CompiledSubscription } from '../subscription-index/compiled-subscription';
import { findCandidates } from '../walk/candidate.store';
import { lockForWrite } from '../write/commit.store';
import {
  WalkRow,
  WalkedNamespace,
  claimWalk,
  endWalk,
  findWalk,
  moveWalk,
  namespaceFrom,
  releaseWalk,
} from './walk.store';

const chunk = 10_000;
/** Documents locked and moved in one transaction. */
const movedAtOnce = 500;
/** What a killed walk does again. */
const savedDocuments = 5_000;
const savedNamespaces = 50;
/** What a change waits for before it is answered; the rest is the worker's. */
const atOnce = { documents: 10_000, ms: 4_000 };
const turnMs = 2_000;

/**
 * Sets the members of a subscription whose filter is new, or whose threshold moved: candidates are found by the filter's
 * SQL without a lock; those that move are held against it again under their own row locks. Writes go by the new filter
 * from its revision on, so each document is moved once, by its write or by the walk.
 */
@Injectable()
export class WalkService {
  private readonly looked;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(METRICS) metrics: Metrics,
    private readonly columns: Columns,
    private readonly members: MembershipService,
  ) {
    const help = 'Documents that walks over subscriptions looked at.';
    this.looked = metrics.counter('subscription_walk_documents_total', help, ['kind']);
    metrics.gauge('subscription_walk_oldest_seconds', 'Age of the oldest open walk.', [], async (gauge) => {
      const { rows } = await database.query<{ age: number | null }>(
        'select extract(epoch from app.now() - min(created_at))::float8 as age from subscription_walk',
      );
      gauge.set(rows[0].age ?? 0);
    });
  }

  /** Begins walks whose change has committed; what takes longer is left to the worker, as is what fails. */
  async begin(ids: readonly string[]): Promise<void> {
    const endsAtMs = performance.now() + atOnce.ms;
    let left = atOnce.documents;
    for (const id of ids) {
      try {
        const walk = left > 0 && performance.now() < endsAtMs ? await findWalk(this.database, id) : null;
        left -= walk ? await this.walk(walk, left, endsAtMs) : 0;
      } catch (error) {
        this.logger.warn({ err: error, walk: id }, 'a walk is left to the worker');
      }
      await releaseWalk(this.database, id);
    }
  }

  /** A stretch of the oldest walk that nobody holds; true when there was one. */
  async turn(): Promise<boolean> {
    const walk = await claimWalk(this.database);
    if (!walk) return false;
    await killPoint('documents.walk.claimed');
    await this.walk(walk, Infinity, performance.now() + turnMs);
    await releaseWalk(this.database, walk.id);
    return true;
  }

  /** @returns how many documents were looked at */
  private async walk(walk: WalkRow, most: number, endsAtMs: number): Promise<number> {
    let looked = 0;
    let unsaved = 0;
    for (let steps = 1; looked < most && performance.now() < endsAtMs; steps++) {
      const namespace = await namespaceFrom(this.database, walk);
      if (!namespace) {
        await this.end(walk);
        break;
      }
      if (namespace.name !== walk.namespace) walk.cursor = null;
      walk.namespace = namespace.name;
      const now = walk.kind === 'erase' ? await this.erase(walk, namespace) : await this.step(walk, namespace);
      if (now === null) break;
      looked += now;
      unsaved += now;
      if (unsaved < savedDocuments && steps % savedNamespaces > 0) continue;
      await moveWalk(this.database, walk, unsaved);
      unsaved = 0;
    }
    if (unsaved > 0) await moveWalk(this.database, walk, unsaved);
    this.looked.inc({ kind: walk.kind }, looked);
    return looked;
  }

  /** One chunk of one namespace; null when the walk is over because its filter changed again. */
  private async step(walk: WalkRow, namespace: WalkedNamespace): Promise<number | null> {
    const { name, paused, revisions } = namespace;
    const inForce = await this.columns.at(walk.organization, name, revisions);
    const subscription = reached(walk, inForce);
    if (!subscription) {
      walk.cursor = null;
      return 0;
    }
    const place = { organization: walk.organization, namespaceId: namespace.id, inForce };
    const nowMs = this.clock.now();
    const found = await findCandidates(this.database, place, subscription, walk, { paused, nowMs, limit: chunk });
    for (let at = 0; at < found.ids.length; at += movedAtOnce) {
      if (!(await this.move(walk, namespace, found.ids.slice(at, at + movedAtOnce)))) return null;
    }
    walk.cursor = found.cursor;
    return found.looked;
  }

  private async move(walk: WalkRow, namespace: WalkedNamespace, ids: string[]): Promise<boolean> {
    const { organization } = walk;
    const isOpen = await this.database.transaction('documents.walk', async (tx) => {
      await lockForWrite(tx, organization, namespace.name, ids);
      if (!(await findWalk(tx, walk.id))) return false;
      const inForce = await this.columns.current(organization, namespace.name, tx);
      const subscription = reached(walk, inForce);
      if (!subscription) return true;
      const place = { organization, namespaceId: namespace.id, inForce };
      const cause = walk.kind === 'filter' ? 'filter' : 'threshold';
      const quiet = () => walk.quiet || subscription.quiet;
      const moves = await this.members.reconsider(tx, place, ids, () => [subscription], { cause, quiet });
      await this.members.tell(tx, place, moves);
      return true;
    });
    return isOpen;
  }

  private async erase(walk: WalkRow, { id }: WalkedNamespace): Promise<number> {
    const erased = await eraseMembers(this.database, id, walk.subscription_id, chunk);
    walk.cursor = erased < chunk ? null : { document: '' };
    return erased;
  }

  /** A silent walk's subscription speaks from its end on: memory learns it by the revision. */
  private async end(walk: WalkRow): Promise<void> {
    await this.database.transaction('documents.walk-end', async (tx) => {
      await endWalk(tx, walk.id);
      if (walk.quiet) await bumpRevision(tx, walk.organization);
    });
  }
}

/** The subscription, where it is in force and reads the walk's judgment. */
function reached(walk: WalkRow, inForce: InForce): CompiledSubscription | undefined {
  const subscription = inForce.subscriptions.find(walk.subscription_id);
  if (!subscription || walk.judgment_id === null) return subscription;
  const name = inForce.judgmentById(walk.judgment_id)?.name;
  return name !== undefined && subscription.judgments.includes(name) ? subscription : undefined;
}
