import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { isFanoutHeld } from '@app/contracts/documents';
import { EngineState, ExplainAnswer, QueueExplanation, QueuedAnswer } from '@app/contracts/judgments';
import { CopiedVersion, EngineRef, shownVersion } from '@app/definition';
import { timestamp } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { EngineService } from '../copy/engine/engine.service';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { laneName } from './pending/lane';
import { limitOf } from './rolling-limit/limit';
import { readUsedBy } from './rolling-limit/use.store';
import { QueuedRow, readQueuedRows, readBesideQueueOf } from './explain.store';

/** Tells what an answer waits for. It reads what judging reads, and nothing of the document. */
@Injectable()
export class ExplainHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
  ) {}

  /** Whether the document exists is for documents to say. @throws Problem not_found for the judgment */
  async explain({ namespace: name, document, judgment }: ExplainAnswer, call: Call): Promise<QueueExplanation> {
    const { organization } = call.who;
    const found = await this.judgments.find({ organization, scope: name, name: judgment });
    const namespace = await this.namespaces.get({ organization, namespace: name });
    const key = { document, judgmentId: found.id };
    const queue = await readQueuedRows(this.db, namespace.id, key);
    const { last, deferred, resumesAt } = await readBesideQueueOf(this.db, namespace.id, key);
    const used = await readUsedBy(this.db, namespace.id, [found.id]);
    const { engine } = found.definition;
    return {
      definition: {
        version: found.activeVersion,
        template: found.template,
        policy: found.freshness.policy,
        debounce_ms: found.freshness.debounce_ms,
        max_wait_ms: found.freshness.max_wait_ms,
        engine,
      },
      queue: queue.map((row) => toQueued(row, found)),
      last: last && {
        at: timestamp(last.at.getTime()),
        failure: last.failure,
        document_version: last.documentVersion,
        seen: last.seen,
      },
      paused: namespace.paused,
      engine: await this.readStateOf(engine),
      fanout: {
        held: isFanoutHeld(namespace.fanout),
        share: namespace.fanout.share,
        rolling_limit: limitOf(found, namespace.fanout),
        used: Math.max(0, used.get(found.id)!),
        deferred,
        resumes_at: resumesAt && timestamp(resumesAt.getTime()),
      },
    };
  }

  private async readStateOf(ref: EngineRef): Promise<EngineState> {
    const engine = (await this.engines.readKnowing([ref])).of(ref);
    if (!engine) return { active: false, circuit_open: false, since: null };
    return { active: engine.active, circuit_open: engine.circuitOpen, since: timestamp(engine.circuitChangedAtMs) };
  }
}

function toQueued(
  { targetVersion, lane, reason, dueAt, since, changes, attempts, job }: QueuedRow,
  { activeVersion, copied }: { activeVersion: number; copied: CopiedVersion | null },
): QueuedAnswer {
  return {
    version: targetVersion === 0 ? activeVersion : shownVersion(copied, targetVersion),
    lane: laneName(lane),
    reason,
    due_at: dueAt && timestamp(dueAt.getTime()),
    since: timestamp(since.getTime()),
    changes,
    attempts,
    job,
  };
}
