import { BUS, CONFIG, HEALTH, LOGGER, METRICS, Worker } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { FetchedDocument, fetchDocuments } from '@app/contracts';
import { Health, Loop, Metrics, inSpan } from '@app/observability';
import type { Logger } from '@app/observability';
import { killPoint } from '@app/persistence';
import { kindOf } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import type { JudgmentsConfig } from '../app.config';
import { CatalogService } from '../catalog/catalog.service';
import { EngineService } from '../engine/engine.service';
import { isBulk, onRead } from '../pending/lane';
import { Claim, ClaimedRow } from '../pending/pending';
import { PendingStore } from '../pending/pending.store';
import type { AnswerRow } from '../answer/answer';
import { CapService } from './cap.service';
import { EffectiveJudgment, storedActive } from '../definition/judgment';
import { Waiting } from '../reading/waiting';
import { answerKey, mayBeRestored } from './pre-judged';
import { readQueueKey } from '../pending/queue-key';
import { StandingStore } from '../answer/answers-by-version.store';
import { AskingService } from './asking.service';
import { Plan, PlannedAsk, plan } from './plan';
import { RecorderService } from '../record/recorder.service';

const idleMs = 50;
const documentsPerClaim = 48;
const repairEveryMs = 1000;
const fetchMs = 10_000;
const restingMs = 2000;
const afterFaultMs = 1000;
const refusedS = 5;
const stuckMs = 30_000;

/** The loop that turns what is wanted into answers: claim, read, compile, reserve, ask, record. */
@Injectable()
export class JudgingService implements Worker {
  private readonly loop: Loop;
  private readonly underWay = new Set<Promise<void>>();
  /** Documents claimed, then asks made of them, that have not ended. */
  private open = 0;
  /** Of these, those that nobody waits for. */
  private openBulk = 0;
  private repairedAtMs = 0;

  constructor(
    private readonly pending: PendingStore,
    private readonly catalog: CatalogService,
    private readonly engines: EngineService,
    private readonly asking: AskingService,
    private readonly recorder: RecorderService,
    private readonly waiting: Waiting,
    private readonly caps: CapService,
    private readonly standing: StandingStore,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(CONFIG) private readonly config: JudgmentsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(HEALTH) health: Health,
    @Inject(METRICS) metrics: Metrics,
  ) {
    this.loop = new Loop({ name: 'judging', idleMs, logger, turn: () => this.turn() });
    health.mustBeReady({ name: 'judging', check: () => this.loop.stuckFor(stuckMs) });
    metrics.gauge(
      'pending_oldest_seconds',
      'Age of the oldest judgment that is due or under way.',
      [],
      async (gauge) => {
        gauge.set(await this.pending.oldestDueS());
      },
    );
  }

  start(): void {
    this.loop.start();
  }

  /** Claims nothing new and waits for what is under way. */
  async stop(): Promise<void> {
    await this.loop.stop();
    await Promise.all(this.underWay);
  }

  wake(): void {
    this.loop.wake();
  }

  /** Claims run ahead of the asks, in portions: a claim for every answer that ends would be a statement a document. */
  private async turn(): Promise<boolean> {
    const room = this.config.claimedDocuments - this.open;
    if (room < Math.min(documentsPerClaim / 2, this.config.claimedDocuments)) return false;
    // Half the room is kept for what people changed or read.
    const bulk = Math.max(0, Math.floor(this.config.claimedDocuments / 2) - this.openBulk);
    const documents = Math.min(room, documentsPerClaim);
    const claim = await this.pending.claim(documents, Math.min(documents, bulk));
    if (!claim) {
      await this.repair();
      return false;
    }
    // Nothing was due after all, or another replica holds it; the turn knows better now.
    if (claim.rows.length === 0) return true;
    await killPoint('judgments.claim.after');
    const work = this.run(claim).finally(() => this.underWay.delete(work));
    this.underWay.add(work);
    return true;
  }

  private async repair(): Promise<void> {
    if (Date.now() - this.repairedAtMs < repairEveryMs) return;
    this.repairedAtMs = Date.now();
    await this.pending.repair();
  }

  private async run(claim: Claim): Promise<void> {
    let documents = new Set(claim.rows.map(({ document }) => document)).size;
    const bulk = claim.rows.every(({ lane }) => isBulk(lane)) ? documents : 0;
    this.open += documents;
    this.openBulk += bulk;
    try {
      const planned = await this.read(claim);
      this.open += planned.asks.length - documents;
      documents = 0;
      await Promise.all([this.settle(claim, planned), this.askAll(claim, planned.asks)]);
    } catch (error) {
      await this.giveUp(claim, claim.rows, error);
    } finally {
      this.open -= documents;
      this.openBulk -= bulk;
      this.wake();
    }
  }

  /** The documents, from the readers who brought them or from one fetch, and what is to be asked of them. */
  private async read(claim: Claim): Promise<Plan> {
    const documents = new Map<string, FetchedDocument>();
    const missing = new Set<string>();
    for (const row of claim.rows) {
      // What a reader brought may be older than a change that was queued; only a row without changes may use it.
      const brought = row.touches === 0 ? this.waiting.documentOf(claim.namespaceId, row.document) : undefined;
      if (brought && brought.wanted[row.judgmentId] !== undefined) documents.set(row.document, brought);
      else missing.add(row.document);
    }
    const ids = [...new Set(claim.rows.map(({ judgmentId }) => judgmentId))];
    const wanted = ids.filter((id) => readQueueKey(id).version === null);
    const { organization, namespace } = claim;
    const [judgments, fetched] = await Promise.all([
      this.catalog.inForce(organization, namespace, ids, claim.revision),
      missing.size === 0 ? [] : this.fetch(claim, [...missing], wanted),
    ]);
    for (const id of missing) documents.delete(id);
    for (const document of fetched) documents.set(document.id, document);
    const stored = await this.storedFor(claim, judgments);
    return plan({ claim, judgments, documents, engines: this.engines.current(), stored });
  }

  /** Answers of record that may stand for rows whose head is of another version. */
  private async storedFor(claim: Claim, judgments: ReadonlyMap<string, EffectiveJudgment>) {
    const rows = claim.rows.flatMap((row) => {
      const judgment = judgments.get(row.judgmentId);
      if (!judgment || !mayBeRestored(row, judgment)) return [];
      return [
        { key: answerKey(row), document: row.document, judgmentId: judgment.id, version: storedActive(judgment) },
      ];
    });
    if (rows.length === 0) return undefined;
    const found = new Map((await this.standing.answers(claim.namespaceId, rows)).map((row) => [placeOf(row), row]));
    return new Map(
      rows.flatMap((row) => {
        const answer = found.get(
          placeOf({ document_id: row.document, judgment_id: row.judgmentId, version: row.version }),
        );
        return answer ? [[row.key, answer] as const] : [];
      }),
    );
  }

  private async fetch(claim: Claim, ids: string[], judgments: string[]): Promise<FetchedDocument[]> {
    const { organization, namespace } = claim;
    const traceparent = claim.rows[0].traceparent ?? undefined;
    const query = { organization, namespace, ids, judgments };
    const { documents } = await inSpan('judge fetch', { kind: 'consumer', traceparent }, () =>
      this.bus.requester.ask(fetchDocuments, query, Call.within(fetchMs)),
    );
    return documents;
  }

  private async settle(claim: Claim, planned: Plan): Promise<void> {
    const { drops, resting, settled } = planned;
    await this.pending.drop(claim, drops);
    this.waiting.forget(claim.namespaceId, drops);
    await this.pending.giveBack(
      claim,
      resting.map((row) => ({ ...row, waitMs: restingMs })),
    );
    this.waiting.refuse(claim.namespaceId, resting, 'engine_unavailable');
    await this.recorder.add({ claim, askId: null, outcomes: settled });
  }

  private async askAll(claim: Claim, asks: readonly PlannedAsk[]): Promise<void> {
    if (asks.length === 0) return;
    const rows = asks.flatMap(rowsOf);
    let reserved;
    try {
      reserved = await this.asking.reserve(claim, asks);
    } catch (error) {
      this.open -= asks.length;
      return this.giveUp(claim, rows, error);
    }
    const refused = asks.filter(({ id }) => reserved.get(id)?.refusal !== null);
    this.open -= refused.length;
    await this.refuse(claim, refused.flatMap(rowsOf));
    const allowed = asks.filter((ask) => !refused.includes(ask));
    await Promise.all(allowed.map((ask) => this.askWithin(claim, ask, reserved.get(ask.id)?.cost_usd ?? 0)));
  }

  /** What would pass the most that a backfill may cost is not asked; what was to go with it comes again alone. */
  private async askWithin(claim: Claim, ask: PlannedAsk, reservedUsd: number): Promise<void> {
    const held = await this.caps.hold(ask, reservedUsd).catch((error: unknown) => error);
    if (held !== true) {
      this.open--;
      const rows = rowsOf(ask);
      await this.asking.release(claim, [ask.id]);
      if (held !== false) return this.giveUp(claim, rows, held);
      await this.pending.drop(
        claim,
        rows.filter(({ job }) => job !== null),
      );
      const others = rows.filter(({ job }) => job === null);
      return this.pending.giveBack(
        claim,
        others.map((row) => ({ ...row, waitMs: 0 })),
      );
    }
    await this.askOne(claim, ask, reservedUsd);
    await this.caps.release(ask, reservedUsd);
  }

  private async askOne(claim: Claim, ask: PlannedAsk, reservedUsd: number): Promise<void> {
    const rows = rowsOf(ask);
    let isOpen = true;
    const close = (): void => {
      if (isOpen) this.open--;
      isOpen = false;
    };
    try {
      const lane = Math.min(...rows.map((row) => row.lane));
      const result = await this.asking.ask(ask, claim, lane, reservedUsd);
      close();
      this.wake();
      if ('outcomes' in result) {
        await this.recorder.add({ claim, askId: ask.id, outcomes: result.outcomes });
        return;
      }
      await this.pending.giveBack(
        claim,
        rows.map((row) => ({ ...row, waitMs: result.waitMs })),
      );
      await this.asking.release(claim, [ask.id]);
    } catch (error) {
      await this.giveUp(claim, rows, error);
    } finally {
      close();
    }
  }

  /** No money: what only a reader wanted goes, the rest waits until billing tells that judging goes on. */
  private async refuse(claim: Claim, rows: readonly ClaimedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const readersOnly = rows.filter((row) => row.lane === onRead && row.touches === 0);
    const kept = rows.filter((row) => !readersOnly.includes(row));
    await this.pending.drop(claim, readersOnly);
    await this.pending.giveBack(
      claim,
      kept.map((row) => ({ ...row, waitMs: refusedS * 1000 })),
    );
    await this.pending.block(claim.namespaceId, refusedS);
    this.waiting.refuse(claim.namespaceId, rows, 'budget_exceeded');
  }

  /** The rows come again; should even that fail, their lease ends. */
  private async giveUp(claim: Claim, rows: readonly ClaimedRow[], error: unknown): Promise<void> {
    const level = kindOf(error) === 'unavailable' || kindOf(error) === 'limited' ? 'warn' : 'error';
    this.logger[level]({ err: error, namespace: claim.namespace, rows: rows.length }, 'claimed rows are given back');
    const again = rows.map((row) => ({ ...row, waitMs: afterFaultMs * 2 ** Math.min(row.attempts, 8), tried: true }));
    await this.pending.giveBack(claim, again).catch((fault: unknown) => {
      this.logger.warn({ err: fault, rows: rows.length }, 'claimed rows are left to their lease');
    });
  }
}

function placeOf({ document_id, judgment_id, version }: Pick<AnswerRow, 'document_id' | 'judgment_id' | 'version'>) {
  return `${document_id}\n${judgment_id}\n${version}`;
}

function rowsOf(ask: PlannedAsk): ClaimedRow[] {
  return ask.questions.map(({ row }) => row);
}
