import { Problem } from '@app/problem';
import { readInBatches } from './batch';
import { Folder } from '../data/folder';
import { LineProblem, Numbered } from '../data/line';
import { PostedOutcome, toOutcome } from '../recipe/mapping';
import { ProgressFile } from '../data/progress';
import { OutcomeRow } from '../data/row';
import { keyOf, Target } from '../target';

export interface OutcomeResult {
  recorded: number;
  replaced: number;
  unchanged: number;
  matched: number;
  unmatched: number;
  /** Outcomes without a value (ties), not sent. */
  withoutValue: number;
  problems: LineProblem[];
}

const file = 'outcomes.jsonl';
/** Outcomes in a request, by the contract. */
const batchBounds = { items: 1_000, bytes: 4 * 1024 * 1024 };

/** Posts the outcomes of a set, each bound to the answer now in force. Call it when the judging is done. */
export async function postOutcomes(
  target: Target,
  folder: Folder,
  progress: ProgressFile,
  onDone: (outcomes: number) => void,
): Promise<OutcomeResult> {
  const result: OutcomeResult = {
    recorded: 0,
    replaced: 0,
    unchanged: 0,
    matched: 0,
    unmatched: 0,
    withoutValue: 0,
    problems: [],
  };
  const specs = new Map(folder.judgments.map((spec) => [spec.key, spec]));

  const toPosted = ({ line, row }: Numbered<OutcomeRow>): { judgment: string; outcome: PostedOutcome } | null => {
    const spec = specs.get(row.question);
    try {
      if (!spec) throw new Problem('not_found', `There is no judgment ${row.question} in the set.`);
      const outcome = toOutcome(row, spec);
      if (outcome === null) result.withoutValue += 1;
      return outcome === null ? null : { judgment: spec.key, outcome };
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown;
      result.problems.push({ file, line, message: thrown.message });
      return null;
    }
  };

  const post = async (judgment: string, outcomes: PostedOutcome[]): Promise<void> => {
    const path = `${target.path}/judgments/${encodeURIComponent(judgment)}/outcomes`;
    const body = { outcomes };
    const { outcomes: posted } = target.api.namespace(target.namespace).judgments.get(judgment);
    const reply = await posted.post(body, { idempotencyKey: keyOf(target, path, body) });
    for (const member of ['recorded', 'replaced', 'unchanged', 'matched'] as const) {
      result[member] += reply[member];
    }
    result.unmatched += reply.unmatched.length;
    onDone(outcomes.length);
  };

  const start = progress.lineOf(file);
  for await (const batch of readInBatches(file, folder.readOutcomes(), start, batchBounds, toPosted)) {
    const byJudgment = new Map<string, PostedOutcome[]>();
    for (const { row } of batch.items) {
      byJudgment.set(row.judgment, [...(byJudgment.get(row.judgment) ?? []), row.outcome]);
    }
    for (const [judgment, outcomes] of byJudgment) await post(judgment, outcomes);
    await progress.finish(file, batch.afterLine, batch.lastLine);
  }
  return result;
}
