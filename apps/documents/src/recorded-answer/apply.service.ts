import { DATABASE } from '@app/boot';
import { Delivered } from '@app/bus';
import { AnswerRecorded, RecordedAnswer, documentChangedLive } from '@app/contracts';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { MembershipService } from '../membership/membership.service';
import { findNamespace } from '../namespace/namespace.store';
import { InForce } from '../snapshot/in-force';
import { Columns } from '../snapshot/snapshots.service';
import { CompiledSubscription } from '../subscription-index/compiled-subscription';
import { demandedOf } from '../subscription-index/subscription-index';
import { lockForWrite } from '../write/commit.store';
import { foldEntries } from './merge';

interface Folded {
  namespace_id: number;
  revision: number;
  folded: { document: string; judgment: string }[];
  retouched: { document: string; judgment: string; version: number }[];
}

interface Group {
  organization: string;
  namespace: string;
  answers: RecordedAnswer[];
}

const maxTries = 5;

/** A silent walk was begun after memory was read. */
class WalkBegan extends Error {}

/** Takes answers into the read model: by record number, in any order, once. */
@Injectable()
export class FoldService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly columns: Columns,
    private readonly members: MembershipService,
  ) {}

  /** One transaction for a batch of facts. */
  async foldFacts(batch: Delivered<AnswerRecorded>[]): Promise<void> {
    const groups = new Map<string, Group>();
    for (const { payload } of batch) {
      const { organization, namespace, answers } = payload;
      const key = `${organization} ${namespace}`;
      const known = groups.get(key);
      if (known) known.answers.push(...answers);
      else groups.set(key, { organization, namespace, answers: [...answers] });
    }
    // In one order everywhere, so that two batches never wait for each other crosswise.
    await this.foldGroups([...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group));
  }

  /** Folds what judging replied, before the read that asked is answered. */
  async fold(organization: string, namespace: string, answers: RecordedAnswer[]): Promise<void> {
    if (answers.length > 0) await this.foldGroups([{ organization, namespace, answers }]);
  }

  private async foldGroups(groups: Group[]): Promise<void> {
    for (let attempt = 0; !(await this.tryGroups(groups)); attempt++) {
      if (attempt >= maxTries) throw new Problem('unavailable', 'Subscriptions change all the while; try again.');
    }
  }

  /** @returns false when a walk began meanwhile, whose members must be set before anything moves: nothing was folded */
  private async tryGroups(groups: Group[]): Promise<boolean> {
    try {
      await this.database.transaction('documents.fold', async (tx) => {
        for (const group of groups) await this.foldGroup(tx, group);
      });
    } catch (error) {
      if (error instanceof WalkBegan) return false;
      throw error;
    }
    return true;
  }

  private async foldGroup(tx: Tx, group: Group): Promise<void> {
    const { organization, namespace, answers } = group;
    const settled = await this.settle(tx, group);
    const { rows } = await tx.query<{ folded: Folded | null }>(
      { name: 'fold', text: 'select fold_answers($1, $2, $3::jsonb) as folded' },
      [organization, namespace, JSON.stringify(foldEntries(answers))],
    );
    const [{ folded }] = rows;
    if (folded === null) return;
    if (folded.retouched.length > 0) await this.touchAgain(tx, organization, namespace, folded);
    await this.moveMembers(tx, organization, namespace, folded, settled);
  }

  /** Answers to another version than the document's: judged again, which costs nothing when the context is the same. */
  private async touchAgain(tx: Tx, organization: string, namespace: string, { retouched }: Folded): Promise<void> {
    const judgments = [...new Set(retouched.map(({ judgment }) => judgment))];
    const fact = {
      organization,
      namespace,
      sets: judgments.map((judgment) => [judgment]),
      documents: retouched.map(({ document, judgment, version }) => ({
        id: document,
        version,
        set: judgments.indexOf(judgment),
      })),
      cause: 'answer',
      changed_at: new Date().toISOString(),
    };
    await addToOutbox(tx, [factRow(documentChangedLive, fact)]);
  }

  /**
   * Sets the members that a silent walk has still to reach, before the answers move; by what memory knows.
   * @returns the ids of the subscriptions that were settled
   */
  private async settle(tx: Tx, { organization, namespace, answers }: Group): Promise<ReadonlySet<string>> {
    const latest = await this.columns.latest(organization, namespace);
    const quiet = concernedBy(
      latest,
      answers.map((answer) => answer.judgment_id),
    ).filter((subscription) => subscription.quiet);
    if (quiet.length === 0) return new Set();
    const ids = [...new Set(answers.map(({ document }) => document))];
    await lockForWrite(tx, organization, namespace, ids);
    const inForce = await this.columns.current(organization, namespace, tx);
    const row = await findNamespace(tx, organization, namespace);
    const now = quiet.flatMap(({ id }) => inForce.subscriptions.find(id) ?? []);
    if (row) await this.members.settle(tx, { organization, namespaceId: row.id, inForce }, ids, now);
    return new Set(now.map(({ id }) => id));
  }

  private async moveMembers(
    tx: Tx,
    organization: string,
    namespace: string,
    { folded, namespace_id, revision }: Folded,
    settled: ReadonlySet<string>,
  ): Promise<void> {
    if (folded.length === 0) return;
    const inForce = await this.inForceAt(tx, organization, namespace, revision);
    const concerned = concernedBy(
      inForce,
      folded.map(({ judgment }) => judgment),
    );
    if (concerned.length === 0) return;
    if (concerned.some(({ id, quiet }) => quiet && !settled.has(id))) throw new WalkBegan();
    const ids = [...new Set(folded.map(({ document }) => document))];
    const place = { organization, namespaceId: String(namespace_id), inForce };
    const moves = await this.members.reconsider(tx, place, ids, (document) => demandedOf(concerned, document), {
      cause: 'answer',
    });
    await this.members.tell(tx, place, moves);
  }

  /** Memory when it is of this revision, else what the transaction reads: the lock holds the columns still. */
  private async inForceAt(tx: Tx, organization: string, namespace: string, revision: number): Promise<InForce> {
    const latest = await this.columns.latest(organization, namespace);
    return latest.revision === revision ? latest : this.columns.current(organization, namespace, tx);
  }
}

function concernedBy(inForce: InForce, judgmentIds: readonly string[]): CompiledSubscription[] {
  if (inForce.subscriptions.all.length === 0) return [];
  const names = new Set(judgmentIds.map((id) => inForce.judgmentById(id)?.name ?? ''));
  return inForce.subscriptions.reading(names);
}
