import { CLOCK, DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import type { NamespaceRef, UsageView } from '@app/contracts';
import type { FreshMode } from '@app/contracts/documents';
import type { RefusedAnswer } from '@app/contracts/judgments';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { judgingSteps } from '../../invalidation/relation/own-upstream';
import { InForce, isJudgedOnChange } from '../../namespace/snapshot/in-force';
import { Snapshots } from '../../namespace/snapshot/snapshots';
import { AskService } from './ask.service';
import { assertJudged } from './assert-judged';
import { ReadAnswer, answersFor, documentText } from './document-view';
import { ToBeJudged } from './to-be-judged';
import { JudgeCounts, countsOf, unanswered } from './judge-counts';
import { Demand, ToJudge, mustJudge } from './judge-query';
import { JudgingOutcome, JudgingService, sumOf } from './judging.service';
import { Parts, allParts } from './fitting-sql';
import { fitting } from './page';
import { noNamespace } from '../../namespace/refusal';
import { ReadRows, readDocuments } from './read.store';
import { Selection, judgmentsOf, partsOf, selectionOf } from './selection';
import { SharedReads } from './shared-reads';

/** How long a read waits for judging. */
const waitMs = { policy: 10_000, require: 30_000, stored: 0 } as const;
/** Kept for applying the answers and for the reply. */
const replyMs = 500;
/** A write may invalidate an answer while it is judged; `require` then asks again while time is left. */
const maxRounds = 3;

/** Documents with their answers, as one statement read them. */
interface Rows {
  rows: ReadRows;
  inForce: InForce;
  answers: Map<string, ReadAnswer[]>;
}

export interface PointRead {
  /** JSON texts of the documents that were found, in the order of the request. */
  documents: string[];
  /** Ids of documents that did not fit into the response. Those past the size of a response were not judged either. */
  remaining: string[];
  missing: string[];
  usage: UsageView | null;
  /** What became of the documents of a request that judges one judgment; null of any other. */
  counts: JudgeCounts | null;
}

/** Reads documents with their answers: in one round trip while nothing must be judged. */
@Injectable()
export class ReadService {
  private readonly shared: SharedReads;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly snapshots: Snapshots,
    private readonly asks: AskService,
    private readonly judging: JudgingService,
  ) {
    this.shared = new SharedReads(database);
  }

  /** @throws Problem `not_found`; in mode `require` also `budget_exceeded` and `engine_unavailable` */
  read(
    namespace: string,
    ids: readonly string[],
    selection: Selection,
    mode: FreshMode,
    call: Call,
  ): Promise<PointRead> {
    return this.readFor(namespace, ids, selection, { mode }, call);
  }

  /**
   * Judges documents now: a read that requires a fresh answer of one judgment, or with `again` a new one.
   * @param againAt RFC 3339: answers from before it are asked again
   * @throws Problem as `read` in mode `require`
   */
  judgeNow(
    namespace: string,
    ids: readonly string[],
    judgment: string,
    againAt: string | undefined,
    call: Call,
  ): Promise<PointRead> {
    const again = againAt === undefined ? undefined : { judgment, at: againAt };
    return this.readFor(
      namespace,
      ids,
      selectionOf(undefined, [judgment]),
      { mode: 'require', again, counted: judgment },
      call,
    );
  }

  /**
   * What `judgeNow` would have judged, other judgments that it reads about the same documents among it; nothing is judged.
   * @throws Problem as `readAnswerOf`
   */
  async readToJudge(
    namespace: string,
    ids: readonly string[],
    judgment: string,
    againAt: string | undefined,
    call: Call,
  ): Promise<ToBeJudged> {
    const ref = { organization: call.who.organization, namespace };
    const found = new ToBeJudged(judgment);
    const again = againAt === undefined ? undefined : { judgment, at: againAt };
    for (let left = [...new Set(ids)]; left.length > 0;) {
      const own = selectionOf(['answers'], [judgment]);
      const first = await this.readRows(ref, left, own, call);
      const judgments = judgingSteps(first.inForce, [judgment]).flat();
      const rows = judgments.length === 1 ? first : await this.readRows(ref, left, { ...own, judgments }, call);
      found.add(left, rows, toJudgeIn(rows, { mode: 'require', again }));
      left = rows.rows.remaining;
    }
    return found;
  }

  private async readFor(
    namespace: string,
    ids: readonly string[],
    selection: Selection,
    demand: Demand & { counted?: string },
    call: Call,
  ): Promise<PointRead> {
    const { mode, counted } = demand;
    const ref = { organization: call.who.organization, namespace };
    const unique = [...new Set(ids)];
    const stored = await this.readRows(ref, unique, selection, call);
    if (mode === 'stored' || !selection.include.has('answers')) return readingOf(unique, selection, stored, null);
    const { rows, usage } = await this.judge(ref, unique, selection, { ...demand, mode }, stored, call);
    const counts = counted === undefined ? null : countsOf(counted, stored.answers, rows.answers, demand.again);
    return { ...readingOf(unique, selection, rows, usage), counts };
  }

  /**
   * One answer as it stands; nothing is judged.
   * @returns `answer` undefined where the judgment does not apply; null for a document that does not exist
   * @throws Problem `not_found` for the namespace; `invalid_request`, reason `unknown_path`, for the judgment
   */
  async readAnswerOf(
    namespace: string,
    { document: id, judgment }: { document: string; judgment: string },
    call: Call,
  ): Promise<{ documentVersion: number; answer: ReadAnswer | undefined } | null> {
    const ref = { organization: call.who.organization, namespace };
    const { rows, answers } = await this.readRows(ref, [id], selectionOf(['answers'], [judgment]), call);
    const [document] = rows.documents;
    if (document === undefined) return null;
    return { documentVersion: Number(document.version), answer: answers.get(id)?.[0] };
  }

  /** @param isWhole whether all parts are read, whatever the selection shows */
  private async readRows(
    ref: NamespaceRef,
    ids: string[],
    selection: Selection,
    call: Call,
    isWhole = false,
  ): Promise<Rows> {
    const parts = isWhole ? allParts : partsOf(selection, await this.snapshots.readRemembered(ref));
    const rows = await this.readRowsOf(ref, ids, parts, call);
    if (rows === null) throw noNamespace(ref);
    const inForce = await this.snapshots.readAt(ref, rows.revisions);
    const needed = partsOf(selection, inForce);
    // Memory was outdated: a judgment with a condition on the document needs more parts than were read.
    const isPartial = (['attributes', 'state', 'answers', 'related'] as const).some(
      (name) => needed[name] && !parts[name],
    );
    if (isPartial) return this.readRows(ref, ids, selection, call, true);
    const judgments = selection.include.has('answers') ? judgmentsOf(inForce, selection) : [];
    const nowMs = this.clock.now();
    const answers = new Map(
      rows.documents.map((document) => [document.id, answersFor(document, judgments, rows, nowMs)]),
    );
    return { rows, inForce, answers };
  }

  private readRowsOf(ref: NamespaceRef, ids: string[], parts: Parts, { deadlineAtMs }: Call): Promise<ReadRows | null> {
    if (ids.length !== 1) return readDocuments(this.database, ref, ids, parts);
    return this.shared.read({ ...ref, id: ids[0] }, parts, deadlineAtMs);
  }

  /** Has the answers judged that must be, and reads the documents again. */
  private async judge(
    ref: NamespaceRef,
    ids: string[],
    selection: Selection,
    { mode, again }: Demand & { mode: 'policy' | 'require' },
    stored: Rows,
    call: Call,
  ): Promise<{ rows: Rows; usage: UsageView | null }> {
    const until = Call.until(Math.min(call.deadlineAtMs - replyMs, Date.now() + waitMs[mode]), call.caller);
    const usages: UsageView[] = [];
    let rows = stored;
    let [refused, withoutReply]: [RefusedAnswer[], ToJudge[]] = [[], []];
    for (let round = 0; round < maxRounds; round++) {
      // Asked again once: what a later round judges is what a write has made stale meanwhile.
      const demand: Demand = round === 0 ? { mode, again } : { mode };
      if (toJudgeIn(rows, demand).length === 0) break;
      const isHopeless = refused.length > 0 || until.leftMs <= 0;
      if (round > 0 && (mode === 'policy' || isHopeless)) break;
      const outcomes = await this.judgeInSteps(ref, ids, selection, demand, rows, call, until);
      if (outcomes.length > 0) refused = outcomes.flatMap((outcome) => outcome.refused);
      withoutReply = outcomes.flatMap((outcome) => outcome.unanswered ?? []);
      usages.push(...outcomes.flatMap(({ usage }) => usage ?? []));
      rows = await this.readRows(ref, ids, selection, call);
    }
    await this.asks.publishUnanswered(rows.inForce, withoutReply);
    const usage = sumOf(usages);
    if (mode === 'require') {
      const open = unanswered(stored.answers, rows.answers, again);
      assertJudged(toJudgeIn(rows, { mode }, open), refused, usage);
    }
    return { rows, usage };
  }

  /** Judges first what others read about the same document, also where nobody has asked for it. */
  private async judgeInSteps(
    ref: NamespaceRef,
    ids: string[],
    selection: Selection,
    { mode, again }: Demand,
    first: Rows,
    call: Call,
    until: Call,
  ): Promise<JudgingOutcome[]> {
    const asked = judgmentsOf(first.inForce, selection).map(({ name }) => name);
    const steps = judgingSteps(first.inForce, asked);
    const outcomes: JudgingOutcome[] = [];
    for (const step of steps) {
      const own = steps.length === 1 ? selection : { ...selection, judgments: step };
      const rows = steps.length === 1 ? first : await this.readRows(ref, ids, own, call);
      // What is asked again is a step of its own: what it reads comes before it.
      const demand: Demand = again && step.includes(again.judgment) ? { mode, again } : { mode };
      const toJudge = toJudgeIn(rows, demand);
      if (toJudge.length === 0) continue;
      await this.makeRows(rows, toJudge);
      const withRows = toJudgeIn(await this.readRows(ref, ids, own, call, true), demand);
      if (withRows.length > 0) outcomes.push(await this.judging.judge(ref, demand, withRows, until));
    }
    return outcomes;
  }

  /**
   * Prepares answers before they are judged. Rows without an answer that only readers ask for are asked for again: the end
   * of an earlier wait does not end this one.
   */
  private async makeRows({ rows, inForce }: Rows, toJudge: readonly ToJudge[]): Promise<void> {
    const asked = toJudge.flatMap(({ document, answers }) =>
      answers.map(({ judgment, row }) => ({
        document: document.id,
        judgment,
        isMissing: row === undefined || (row.record === 0 && !isJudgedOnChange(judgment)),
        isOpen: row === undefined || row.open !== null,
      })),
    );
    await this.asks.ask({ namespaceId: rows.namespaceId, inForce }, asked, true);
  }
}

/** @param open answers that count besides, whatever the demand says of them */
function toJudgeIn({ rows, answers }: Rows, demand: Demand, open?: ReadonlySet<ReadAnswer>): ToJudge[] {
  return rows.documents.flatMap((document) => {
    const own = (answers.get(document.id) ?? []).filter(
      (answer) => mustJudge(answer, demand, rows.paused) || open?.has(answer),
    );
    return own.length > 0 ? [{ document, answers: own }] : [];
  });
}

function readingOf(ids: string[], selection: Selection, { rows, answers }: Rows, usage: UsageView | null): PointRead {
  const byId = new Map(rows.documents.map((document) => [document.id, document]));
  const found = ids.filter((id) => byId.has(id));
  const texts = found.map((id) => documentText(byId.get(id)!, selection, answers.get(id) ?? []));
  const count = fitting(texts);
  const unread = new Set(rows.remaining);
  return {
    documents: texts.slice(0, count),
    remaining: [...found.slice(count), ...rows.remaining],
    missing: ids.filter((id) => !byId.has(id) && !unread.has(id)),
    usage,
    counts: null,
  };
}
