import { CLOCK, DATABASE } from '@app/boot';
import { documentChangedLive } from '@app/contracts/documents';
import { type Clock, timestamp } from '@app/observability';
import { Database, Tx, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockDocuments } from '../../document/document.store';
import { markDirty } from '../../group/dirty.store';
import { DrainService } from '../../invalidation/drain/drain.service';
import { PassedAnswer, passWalks } from '../../invalidation/drain/pass.store';
import { InForce, JudgmentInForce, NamespaceInForce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import type { ToJudge } from './judge-query';
import { askAnswers } from './read.store';

/** An answer that is about to be judged. */
export interface Asked {
  document: string;
  judgment: JudgmentInForce;
  /** Whether the row of the answer is to be made, or asked for again. */
  isMissing: boolean;
  /** Whether a related change may have still to reach the answer. */
  isOpen: boolean;
}

/** Transactions of 1,000 related changes that one ask moves on. What is left lets the answers read stale. */
const maxDrains = 20;

/** Prepares answers to be judged now. */
@Injectable()
export class AskService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly drains: DrainService,
  ) {}

  /**
   * Makes the missing rows of answers, so that a write from now on invalidates them. Related changes that have still to reach
   * an answer are moved on first, and then reach it here: what is judged from now on reads them, so walks under way pass the
   * answer by, and it is fresh before they end.
   * @param publishes whether answers that are judged on change are to be judged even when the caller gives up
   */
  async ask(place: NamespaceInForce, asked: readonly Asked[], publishes: boolean): Promise<void> {
    const { namespaceId, inForce } = place;
    const missing = pairsOf(asked.filter(({ isMissing }) => isMissing));
    const open = asked.filter(({ judgment, isOpen }) => isOpen && judgment.edges.length > 0);
    if (open.length === 0) {
      if (missing.length > 0) await askAnswers(this.database, namespaceId, missing);
      return;
    }
    for (let drain = 0; drain < maxDrains && (await this.drains.drain(namespaceId, true)); drain++);
    await this.database.transaction('documents.ask', async (tx) => {
      const ids = [...new Set(asked.map(({ document }) => document))];
      await lockDocuments(tx, inForce, ids);
      if (missing.length > 0) await askAnswers(tx, namespaceId, missing);
      const passed = await passWalks(tx, namespaceId, pairsOf(open), publishes ? 'related' : 'fanout');
      const judgmentIds = passed.map(({ judgment_id: id }) => id);
      await markDirty(tx, place, judgmentIds, [...new Set(passed.map(({ document_id: id }) => id))]);
      if (publishes) await publish(tx, inForce, passed, timestamp(this.clock.now()));
    });
  }

  /**
   * Notifies judgments of answers that were never judged, whose rows were made for a read, and of which judgments may never have
   * heard: where they are judged by themselves nobody else asks for them, and they would read `pending` for ever.
   */
  async publishUnanswered(inForce: InForce, unanswered: readonly ToJudge[]): Promise<void> {
    const waiting = unanswered.flatMap(({ document, answers }) =>
      answers.flatMap(({ judgment: { judgmentId: judgment_id }, row }): PassedAnswer[] =>
        row?.record === 0 && row.wantedVersion > row.seenVersion
          ? [{ document_id: document.id, judgment_id, wanted: `${row.wantedVersion}` }]
          : [],
      ),
    );
    if (waiting.length === 0) return;
    const at = timestamp(this.clock.now());
    await this.database.transaction('documents.ask-again', (tx) => publish(tx, inForce, waiting, at));
  }
}

function pairsOf(asked: readonly Asked[]): { document: string; judgmentId: string }[] {
  return asked.map(({ document, judgment }) => ({ document, judgmentId: judgment.judgmentId }));
}

/** Notifies judgments of answers, where they are judged by themselves, of which nothing else does: walks pass them by. */
async function publish(
  tx: Tx,
  { organization, namespace, byId }: InForce,
  passed: readonly PassedAnswer[],
  changedAt: string,
): Promise<void> {
  const automatic = passed.filter(({ judgment_id: id }) => {
    const judgment = byId.get(id);
    return judgment !== undefined && isJudgedOnChange(judgment);
  });
  if (automatic.length === 0) return;
  const judgments = [...new Set(automatic.map(({ judgment_id: id }) => id))];
  const fact = {
    organization,
    namespace,
    sets: judgments.map((judgment) => [judgment]),
    documents: automatic.map(({ document_id: id, judgment_id, wanted }) => ({
      id,
      version: Number(wanted),
      set: judgments.indexOf(judgment_id),
    })),
    cause: 'related' as const,
    changed_at: changedAt,
  };
  await addToOutbox(tx, [factRow(documentChangedLive, fact)]);
}
