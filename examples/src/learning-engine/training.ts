import { featuresVersion, packHead, type Evidence, type Head, type Refusal } from '@app/learning';
import { createHash } from 'node:crypto';

/** What one training made. */
export interface Training {
  /** The provider's version that answers report: `learning-1.` and a hash of all heads; the base engine's without heads. */
  version: string;
  organization: string;
  trainedAtMs: number;
  judgments: LearntJudgment[];
  /** What was found of every judgment with outcomes, learnt or not. */
  findings: Finding[];
}

export interface LearntJudgment {
  /** Namespace, or template prefix ending in `*`. */
  where: string;
  /** `questionKey` of its question. */
  question: string;
  heads: Head[];
}

export interface Finding {
  where: string;
  judgment: string;
  labels: number;
  /** Labels whose context is stored no longer, or whose document is gone. */
  withoutContext: number;
  /** null: learnt. */
  refusal: Refusal | 'memory' | null;
  evidence: Evidence | null;
}

/**
 * The same heads have the same version, so a training that changed nothing opens no epoch.
 * @param base model of the engine below, which answers depend on as well
 */
export function versionOf(judgments: readonly LearntJudgment[], base: string): string {
  if (judgments.length === 0) return base;
  const hash = createHash('sha256').update(`${featuresVersion} ${base}`);
  for (const { where, question, heads } of judgments) {
    hash.update(`${where} ${question}`);
    for (const head of heads) hash.update(packHead(head));
  }
  return `learning-1.${hash.digest('hex').slice(0, 12)}`;
}

const weekMs = 7 * 86_400_000;

/**
 * Whether a training is worth an epoch: labels are there and nothing is learnt of them yet, a judgment's labels have doubled, or
 * a week has passed with new labels.
 */
export function isDue(last: Training | null, labels: ReadonlyMap<string, number>, nowMs: number): boolean {
  if (last === null) return labels.size > 0;
  const known = new Map(last.findings.map(({ where, judgment, labels: n }) => [`${where} ${judgment}`, n]));
  const grown = [...labels].map(([judgment, n]) => n / Math.max(1, known.get(judgment) ?? 0));
  if (grown.some((factor) => factor >= 2)) return true;
  return nowMs - last.trainedAtMs >= weekMs && grown.some((factor) => factor !== 1);
}
