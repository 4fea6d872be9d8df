import { JudgmentError, type Schema } from '@app/sdk/client';
import { setTimeout as pause } from 'node:timers/promises';
import { countDocuments, judgedBy, readAnswers } from '../data/answer';
import { JudgmentSpec } from '../data/judgment';
import { keyOf, Target } from '../target';

export interface WaitOptions {
  pollMs: number;
  /** Without one more answer for this long, what is not pending is judged by request. */
  stallMs: number;
  /** Without one more answer for this long, the wait is given up. */
  giveUpMs: number;
  onDone(judged: number, total: number): void;
  onWarning(message: string): void;
}

/** Answers by judgment: how many are fresh, of how many. */
export type Judged = Record<string, { fresh: number; total: number }>;

const idsInJudge = 100;

async function countIn(targets: readonly Target[], filter: Schema<'Filter'>): Promise<number> {
  let count = 0;
  for (const target of targets) count += await countDocuments(target, filter);
  return count;
}

/** Documents of a judgment whose answer has this status. */
function withStatus(spec: JudgmentSpec, status: string | { in: string[] }): Schema<'Filter'> {
  return { ...judgedBy(spec), [`answers.${spec.key}.status`]: status } as Schema<'Filter'>;
}

/** How many documents each judgment applies to, in all namespaces. */
export async function countJudged(
  targets: readonly Target[],
  judgments: JudgmentSpec[],
): Promise<Record<string, number>> {
  const totals: Record<string, number> = {};
  for (const spec of judgments) totals[spec.key] = await countIn(targets, judgedBy(spec));
  return totals;
}

export async function countFresh(
  targets: readonly Target[],
  judgments: JudgmentSpec[],
  totals: Record<string, number>,
): Promise<Judged> {
  const counted: Judged = {};
  for (const spec of judgments) {
    const fresh = await countIn(targets, withStatus(spec, 'fresh'));
    counted[spec.key] = { fresh, total: totals[spec.key] };
  }
  return counted;
}

export function sumOf(judged: Judged): { fresh: number; total: number } {
  const all = Object.values(judged);
  return { fresh: all.reduce((sum, one) => sum + one.fresh, 0), total: all.reduce((sum, one) => sum + one.total, 0) };
}

/** Judges what no write will: documents stored before the judgment was, or whose judging failed for good. */
async function judgeLeftovers(target: Target, spec: JudgmentSpec, round: number): Promise<void> {
  const filter = withStatus(spec, { in: ['unavailable', 'stale'] });
  const ids: string[] = [];
  for await (const page of readAnswers(target, filter, [spec.key])) ids.push(...page.map(({ id }) => id));
  for (let start = 0; start < ids.length; start += idsInJudge) {
    const path = `${target.path}/judgments/${encodeURIComponent(spec.key)}/judge`;
    const body = { documents: ids.slice(start, start + idsInJudge) };
    // Another round asks anew; within one, a retry must not pay twice.
    const idempotencyKey = keyOf(target, path, { ...body, round });
    await target.api.namespace(target.namespace).judgments.get(spec.key).judge(body, { idempotencyKey });
  }
}

/**
 * Waits until every document of every judgment has a fresh answer, by counting them.
 * Returns what was reached when no more answers come; `onWarning` says so, and the counts show it.
 */
export async function waitUntilJudged(
  targets: readonly Target[],
  judgments: JudgmentSpec[],
  options: WaitOptions,
): Promise<Judged> {
  const totals = await countJudged(targets, judgments);
  let best = -1;
  let movedAt = Date.now();
  let round = Date.now();
  let stalledAt = movedAt;
  for (;;) {
    const askedAt = Date.now();
    const judged = await countFresh(targets, judgments, totals);
    const { fresh, total } = sumOf(judged);
    options.onDone(fresh, total);
    if (fresh >= total) return judged;
    const now = Date.now();
    if (fresh > best) {
      best = fresh;
      movedAt = stalledAt = now;
    }
    if (now - movedAt >= options.giveUpMs) {
      options.onWarning(
        `${total - fresh} answers have not come in ${Math.round(options.giveUpMs / 1_000)} s; going on without them.`,
      );
      return judged;
    }
    if (now - stalledAt >= options.stallMs) {
      stalledAt = now;
      round += 1;
      for (const spec of judgments.filter(({ key }) => judged[key].fresh < judged[key].total)) {
        for (const target of targets) {
          await judgeLeftovers(target, spec, round).catch((thrown: unknown) => {
            if (!(thrown instanceof JudgmentError)) throw thrown;
            options.onWarning(`${spec.key}: judging what is left was refused: ${thrown.message}`);
          });
        }
      }
    }
    // Counting looks at every answer: it may take a fifth of the time, and leaves the rest to the judging.
    await pause(Math.max(options.pollMs, 4 * (Date.now() - askedAt)));
  }
}
