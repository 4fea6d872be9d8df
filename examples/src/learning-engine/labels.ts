import { contextKey, hashFeatures, type Labelled } from '@app/learning';
import { askLexical } from './engine';
import type { LabelCache, ReadContext } from './label.cache';
import type { LabelSource, SourceJudgment, SourceLabel } from './label.source';
import { baseOf, classesOf } from './question';

/** Labels of a judgment that are learnt from, the newest first. */
const maxLabels = 20_000;
/** Features of all of them together: 48 MB. Of longer documents fewer labels are learnt from, the newest. */
const maxFeatures = 8_000_000;
/** Contexts that are asked for at the same time. */
const inFlight = 8;

export interface JudgmentLabels {
  judgment: SourceJudgment;
  labels: Labelled[];
  withoutContext: number;
}

/** The newest outcomes of a judgment: of two on one answer the later observed counts. */
export async function readNewestLabels(source: LabelSource, judgment: SourceJudgment): Promise<SourceLabel[]> {
  const byAnswer = new Map<string, SourceLabel>();
  for await (const label of source.readLabels(judgment)) {
    const known = byAnswer.get(label.answer);
    if (known === undefined && byAnswer.size >= maxLabels) break;
    if (known === undefined || known.observedAtMs < label.observedAtMs) byAnswer.set(label.answer, label);
  }
  return [...byAnswer.values()].sort((a, b) => b.observedAtMs - a.observedAtMs || (a.answer < b.answer ? -1 : 1));
}

/** Labels with the contexts that the labelled answers read; contexts that the cache has are not asked for again. */
export async function readLabels(
  source: LabelSource,
  judgment: SourceJudgment,
  found: readonly SourceLabel[],
  cache: LabelCache,
): Promise<JudgmentLabels> {
  const name = `${judgment.where} ${judgment.name}`;
  const known = await cache.read(name);
  const contexts = new Map<string, ReadContext>();
  let features = 0;
  for (let at = 0; at < found.length && features < maxFeatures; at += inFlight) {
    const some = found.slice(at, at + inFlight);
    const read = await Promise.all(
      some.map((label) => known.get(label.answer) ?? readContext(source, judgment, label)),
    );
    read.forEach((context, place) => {
      if (context === null) return;
      contexts.set(some[place].answer, context);
      features += context.features.index.length;
    });
  }
  await cache.write(name, contexts);
  const classes = classesOf(judgment.question);
  const labels = found.flatMap(({ answer, namespace, document, value, observedAtMs }) => {
    const context = contexts.get(answer);
    const label = classes.indexOf(value);
    return context && label >= 0 ? [{ ...context, label, document: `${namespace} ${document}`, at: observedAtMs }] : [];
  });
  return { judgment, labels, withoutContext: found.length - contexts.size };
}

async function readContext(
  source: LabelSource,
  judgment: SourceJudgment,
  label: SourceLabel,
): Promise<ReadContext | null> {
  const text = await source.readContext(judgment, label);
  if (text === null) return null;
  const { answers } = await askLexical(text, [judgment.question]);
  const base = baseOf(answers[0], classesOf(judgment.question));
  return base === null ? null : { key: contextKey(text), features: hashFeatures(text), base };
}
