import type { ReportNotice } from '@app/contracts/calibration';
import type { LabelSet } from './label-set';
import { type LabelsBeside, besideAnswers, speaksFor } from './speaks-for';

/** At most so many strata are named. */
const named = 3;

/**
 * What a reader must know of the labels beside all current answers.
 * @param about what is wrong where labels are missing, such as "base rate and recall"
 * @returns null where the labels are not unlike the answers, and without labels
 */
export function answersNotice(set: LabelSet, about: string): ReportNotice | null {
  if (set.y.length === 0 || set.form.optionsVary) return null;
  if (set.population === null) {
    const message = `Nothing says whether the labels are like all answers, since these were not counted: ${about} speak of the labelled ones. Ask again in a minute.`;
    return { code: 'answers_not_counted', message };
  }
  const beside = besideAnswers(set);
  if (beside === null || !beside.isUnlike) return null;
  const message = speaksFor(set) === 'all' ? weighted(set, beside) : missing(set, beside, about);
  return { code: 'labels_unlike_answers', message };
}

function weighted(set: LabelSet, beside: LabelsBeside): string {
  const far = beside.strata
    .map(({ answers, labels }, at) => ({ answers, labels, where: rangeOf(set, at, at + 1) }))
    .sort((a, b) => Math.abs(b.answers - b.labels) - Math.abs(a.answers - a.labels))
    .slice(0, named)
    .map(({ answers, labels, where }) => `${percent(labels)} ${where} and ${percent(answers)} of the answers`);
  return `Labels lie elsewhere than answers: ${far.join('; ')}. Figures are weighted to stand for all answers.`;
}

function missing(set: LabelSet, { strata, unlabelled }: LabelsBeside, about: string): string {
  const gaps = gapsOf(strata)
    .sort((a, b) => b.answers - a.answers)
    .slice(0, named)
    .map(({ from, to, answers }) => `${rangeOf(set, from, to)}, where ${percent(answers)} of the answers lie`);
  const all = gaps.length > 1 ? ` (${percent(unlabelled)} in all)` : '';
  return `No label ${gaps.join('; none ')}${all}: ${about} speak of the labelled ones only. Label the review queue, which offers answers of every kind.`;
}

/** Neighbouring strata that have answers and no label. */
function gapsOf(strata: LabelsBeside['strata']): { from: number; to: number; answers: number }[] {
  const gaps: { from: number; to: number; answers: number }[] = [];
  strata.forEach(({ answers, labels }, at) => {
    if (labels > 0) return;
    const last = gaps.at(-1);
    if (last?.to === at) Object.assign(last, { to: at + 1, answers: last.answers + answers });
    else gaps.push({ from: at, to: at + 1, answers });
  });
  return gaps.filter(({ answers }) => answers > 0);
}

/** Where strata lie, in words. @param to the index after the last one */
function rangeOf({ form }: LabelSet, from: number, to: number): string {
  if (form.type === 'choice') {
    const names = form.options.slice(from, to).map((option) => `\`${option}\``);
    return `on ${[...names, ...(to > form.options.length ? ['the escape'] : [])].join(', ')}`;
  }
  const of = form.type === 'score' ? ' of the way from the lowest to the highest level' : '';
  if (from === 0) return `below ${to / 10}${of}`;
  return to === 10 ? `from ${from / 10} on${of}` : `from ${from / 10} to ${to / 10}${of}`;
}

function percent(share: number): string {
  const whole = Math.round(100 * share);
  return whole === 0 && share > 0 ? 'below 1 %' : `${whole} %`;
}
