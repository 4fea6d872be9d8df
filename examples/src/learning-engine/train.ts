import { minLabels, type Choice } from '@app/learning';
import { askLexical } from './engine';
import { LabelCache } from './label.cache';
import type { LabelSource, SourceJudgment, SourceLabel } from './label.source';
import { readNewestLabels, readLabels } from './labels';
import type { LearnTask } from './learn.thread';
import { classesOf, questionKey } from './question';
import { isDue, versionOf, type Finding, type LearntJudgment, type Training } from './training';
import { maxHeadBytes, type TrainingStore } from './training.store';

/** Judgments of one training, and labels of all of them. */
const [maxJudgments, maxAllLabels] = [200, 400_000];

export interface TrainDeps {
  source: LabelSource;
  store: TrainingStore;
  /** Folder of the contexts that were read. */
  cacheFolder: string;
  /** `learnInThread`; a spec learns where it runs. */
  learn: (task: LearnTask) => Promise<Choice>;
  nowMs: () => number;
}

/**
 * Reads the outcomes, learns each judgment, and puts the training in use. An epoch opens when the heads are others than before.
 * @param ifDue trains only when {@link isDue} says so
 * @returns the training, or null when none was due
 */
export async function train(deps: TrainDeps, ifDue: boolean): Promise<Training | null> {
  const { source, store } = deps;
  const organization = await source.readOrganization();
  const last = await store.read();
  const found = await readAllLabels(source);
  const counts = new Map(found.map(({ judgment, labels }) => [`${judgment.where} ${judgment.name}`, labels.length]));
  if (ifDue && !isDue(last, counts, deps.nowMs())) return null;
  const { model } = await askLexical('', [{ type: 'bool', question: 'Is it so?' }]);
  const cache = new LabelCache(deps.cacheFolder, model);
  const judgments: LearntJudgment[] = [];
  const findings: Finding[] = [];
  let bytes = 0;
  const looks = found.filter(({ labels }) => labels.length >= minLabels).length;
  for (const { judgment, labels: newest } of found) {
    const { labels, withoutContext } = await readLabels(source, judgment, newest, cache);
    const { where, question, name } = judgment;
    const shape = { classes: classesOf(question).length };
    const { heads, refusal, evidence } = await deps.learn({ labels, shape, judgments: Math.max(1, looks) });
    const size = heads?.reduce((sum, { weights, idf }) => sum + weights.byteLength + 2 * idf.byteLength, 0) ?? 0;
    const isTooLarge = bytes + size > maxHeadBytes;
    if (heads && !isTooLarge) {
      judgments.push({ where, question: questionKey(question), heads });
      bytes += size;
    }
    const counted = { where, judgment: name, labels: newest.length, withoutContext, evidence };
    findings.push({ ...counted, refusal: heads && isTooLarge ? 'memory' : refusal });
  }
  const version = versionOf(judgments, model);
  const training = { version, organization, trainedAtMs: deps.nowMs(), judgments, findings };
  await store.write(training);
  return training;
}

/** Judgments with outcomes, those with the most labels first: they learn while there is room. */
async function readAllLabels(source: LabelSource): Promise<{ judgment: SourceJudgment; labels: SourceLabel[] }[]> {
  const found: { judgment: SourceJudgment; labels: SourceLabel[] }[] = [];
  for await (const judgment of source.readJudgments()) {
    const labels = await readNewestLabels(source, judgment);
    if (labels.length > 0) found.push({ judgment, labels });
    if (found.reduce((sum, one) => sum + one.labels.length, 0) >= maxAllLabels) break;
  }
  const nameOf = ({ where, name }: SourceJudgment) => `${where} ${name}`;
  found.sort((a, b) => b.labels.length - a.labels.length || (nameOf(a.judgment) < nameOf(b.judgment) ? -1 : 1));
  return found.slice(0, maxJudgments);
}
