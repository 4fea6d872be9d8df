import { DATABASE, HEALTH, LOGGER, METRICS } from '@app/boot';
import { Health, type Logger, Loop, Metrics } from '@app/observability';
import { Database, Tx } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Columns } from '../snapshot/snapshots.service';
import { CompiledSubscription } from '../subscription-index/compiled-subscription';
import { DueGroup, DueRow, dueAmong, findDue, lockFreeDocuments } from './due.store';
import { MembershipService } from './membership.service';
import { changeMembers } from './membership.store';

const idleMs = 1000;
const stuckMs = 60_000;
const batch = 500;

/** Moves members when their time comes: the end of `min_hold`, a bound of `within`. It reads due rows by index, and no others. */
@Injectable()
export class DueWorker {
  private readonly loop: Loop;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
    private readonly columns: Columns,
    private readonly members: MembershipService,
  ) {
    this.loop = new Loop({ name: 'subscription-due', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'subscription-due', check: () => this.loop.stuckFor(stuckMs) });
    metrics.gauge('subscription_due_oldest_seconds', 'How late the oldest due membership is.', [], async (gauge) => {
      const { rows } = await database.query<{ age: number | null }>(
        `select greatest(extract(epoch from app.now() - min(due_at)), 0)::float8 as age from membership where due_at is not null`,
      );
      gauge.set(rows[0].age ?? 0);
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** One batch of what is due; true when there may be more. */
  async turn(): Promise<boolean> {
    let done = 0;
    for (const group of await findDue(this.database, batch)) {
      done += await this.database.transaction('documents.due', (tx) => this.moveGroup(tx, group));
    }
    return done > 0;
  }

  private async moveGroup(tx: Tx, { organization, namespace, namespaceId, documents }: DueGroup): Promise<number> {
    await tx.query('select lock_organization($1)', [organization]);
    const ids = await lockFreeDocuments(tx, namespaceId, documents);
    const due = await dueAmong(tx, namespaceId, ids);
    if (due.length === 0) return 0;
    const inForce = await this.columns.current(organization, namespace, tx);
    const concerns = new Map<string, CompiledSubscription[]>();
    const orphans: DueRow[] = [];
    for (const row of due) {
      const subscription = inForce.subscriptions.find(row.subscription_id);
      if (subscription) concerns.set(row.document_id, [...(concerns.get(row.document_id) ?? []), subscription]);
      else orphans.push(row);
    }
    const place = { organization, namespaceId, inForce };
    const moves = await this.members.reconsider(tx, place, [...concerns.keys()], ({ id }) => concerns.get(id) ?? [], {
      cause: 'time',
      quiet: (subscription) => subscription.quiet,
      nowMs: due[0].nowMs,
    });
    const gone = orphans.map((row) => ({
      subscriptionId: row.subscription_id,
      documentId: row.document_id,
      row: null,
    }));
    await changeMembers(tx, namespaceId, gone);
    await this.members.tell(tx, place, moves);
    return due.length;
  }
}
