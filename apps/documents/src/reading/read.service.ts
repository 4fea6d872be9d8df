import { CLOCK, DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import { RefusedAnswer, UsageView, FreshMode } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { InForce } from '../snapshot/in-force';
import { Columns } from '../snapshot/snapshots.service';
import { ReadAnswer, answersFor, documentText } from './document-view';
import { ToJudge, mustJudge } from './judging';
import { JudgingService, sumOf } from './judging.service';
import { fitting } from './page';
import { DocumentText, ReadRows, askAnswers, readDocuments } from './read.store';
import { Selection, judgmentsOf, wantedOf } from './selection';

const waitMs = { policy: 10_000, require: 30_000, stored: 0 } as const;
/** A write may touch an answer while it is judged; `require` asks again while time is left. */
const maxRounds = 3;

interface Snapshot {
  rows: ReadRows;
  inForce: InForce;
  answers: Map<string, ReadAnswer[]>;
}

export interface Reading {
  /** JSON texts of the documents found, in the order asked. */
  documents: string[];
  remaining: string[];
  missing: string[];
  usage: UsageView | null;
}

/** Reads documents with their answers: one round trip while nothing must be judged. */
@Injectable()
export class ReadService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly columns: Columns,
    private readonly judging: JudgingService,
  ) {}

  async read(
    namespace: string,
    ids: readonly string[],
    selection: Selection,
    mode: FreshMode,
    call: Call,
  ): Promise<Reading> {
    const unique = [...new Set(ids)];
    let snapshot = await this.snapshot(namespace, unique, selection, false, call);
    let usage: UsageView | null = null;
    if (mode !== 'stored' && selection.include.has('answers')) {
      const judged = await this.judge(namespace, unique, selection, mode, snapshot, call);
      ({ snapshot, usage } = judged);
    }
    return this.show(unique, selection, snapshot, usage);
  }

  private async snapshot(
    namespace: string,
    ids: string[],
    selection: Selection,
    whole: boolean,
    call: Call,
  ): Promise<Snapshot> {
    const { organization } = call.who;
    const guess = await this.columns.latest(organization, namespace);
    const everything = { attributes: true, state: true, images: true, answers: true };
    const wanted = whole ? everything : wantedOf(selection, guess);
    const rows = await readDocuments(this.database, organization, namespace, ids, wanted);
    if (rows === null) {
      throw new Problem('not_found', `There is no namespace \`${namespace}\`; a first write or a create makes it.`);
    }
    const inForce = await this.columns.at(organization, namespace, rows.revisions);
    const needed = wantedOf(selection, inForce);
    // What was in force moved in between: a judgment with a condition on the document needs more of it.
    const lacks = (['attributes', 'state', 'answers'] as const).some((name) => needed[name] && !wanted[name]);
    if (!whole && lacks) {
      return this.snapshot(namespace, ids, selection, true, call);
    }
    const judgments = selection.include.has('answers') ? judgmentsOf(inForce, selection) : [];
    const nowMs = this.clock.now();
    const answers = new Map(
      rows.documents.map((document) => [document.id, answersFor(document, judgments, inForce, rows.paused, nowMs)]),
    );
    return { rows, inForce, answers };
  }

  private async judge(
    namespace: string,
    ids: string[],
    selection: Selection,
    mode: 'policy' | 'require',
    first: Snapshot,
    call: Call,
  ): Promise<{ snapshot: Snapshot; usage: UsageView | null }> {
    const until = Call.until(Math.min(call.deadlineAtMs - replyMs, Date.now() + waitMs[mode]), call.caller);
    const bills: UsageView[] = [];
    let snapshot = first;
    let refused: RefusedAnswer[] = [];
    for (let round = 0; round < maxRounds; round++) {
      const asked = toJudge(snapshot, mode);
      if (asked.length === 0) break;
      const hopeless = refused.length > 0 || until.leftMs <= 0;
      if (round > 0 && (mode === 'policy' || hopeless)) break;
      await this.mark(snapshot, asked);
      const marked = await this.snapshot(namespace, ids, selection, true, call);
      const again = toJudge(marked, mode);
      if (again.length > 0) {
        const reply = await this.judging.ask(call.who.organization, namespace, mode, again, until);
        refused = reply.refused;
        if (reply.usage) bills.push(reply.usage);
      }
      snapshot = await this.snapshot(namespace, ids, selection, false, call);
    }
    if (mode === 'require') refuseUnjudged(toJudge(snapshot, mode), refused);
    return { snapshot, usage: sumOf(bills) };
  }

  /** Rows of wanted answers come first, so that a write from now on touches them. */
  private async mark({ rows }: Snapshot, asked: readonly ToJudge[]): Promise<void> {
    const pairs = asked.flatMap(({ document, answers }) =>
      answers
        .filter(({ row }) => row === undefined)
        .map(({ judgment }) => ({ document: document.id, judgmentId: judgment.judgmentId })),
    );
    if (pairs.length > 0) await askAnswers(this.database, rows.namespaceId, pairs);
  }

  private show(ids: string[], selection: Selection, { rows, answers }: Snapshot, usage: UsageView | null): Reading {
    const byId = new Map(rows.documents.map((document: DocumentText) => [document.id, document]));
    const found = ids.filter((id) => byId.has(id));
    const texts = found.map((id) => documentText(byId.get(id)!, selection, answers.get(id) ?? []));
    const count = fitting(texts);
    return {
      documents: texts.slice(0, count),
      remaining: found.slice(count),
      missing: ids.filter((id) => !byId.has(id)),
      usage,
    };
  }
}

/** Time kept for folding and answering. */
const replyMs = 500;

function toJudge({ rows, answers }: Snapshot, mode: FreshMode): ToJudge[] {
  return rows.documents.flatMap((document) => {
    const asked = (answers.get(document.id) ?? []).filter((answer) => mustJudge(answer, mode, rows.paused));
    return asked.length > 0 ? [{ document, answers: asked }] : [];
  });
}

/** @throws Problem `budget_exceeded` or `engine_unavailable`, naming the documents without a fresh answer */
function refuseUnjudged(unjudged: readonly ToJudge[], refused: readonly RefusedAnswer[]): void {
  if (unjudged.length === 0) return;
  const documents = unjudged.map(({ document }) => document.id);
  const judgments = [...new Set(unjudged.flatMap(({ answers }) => answers.map(({ judgment }) => judgment.name)))];
  if (refused.some(({ reason }) => reason === 'budget_exceeded')) {
    throw new Problem('budget_exceeded', "The namespace's budget is spent; raise it, or read what is stored.", {
      documents,
      judgments,
    });
  }
  throw new Problem(
    'engine_unavailable',
    'The engine gave no answer in time; read with fresh=stored, or try again.',
    { documents, judgments },
    { retryAfterS: 5 },
  );
}
