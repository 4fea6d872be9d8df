import { HeadReader, chooseHead, foldOf, type Labelled } from '@app/learning';
import { auroc, sigmoid, softmax } from '@app/statistics';
import { loadFolder } from '../../loader/data/folder';
import { EvaluatedFolder, type LabelledSet } from './labelled-set';

/** Outcomes that are learnt from. */
const outcomes = 1_000;
/** Where a set says when outcomes were known, they are of the first seven tenths, and the rest is read. */
const earlier = 0.7;

/**
 * What a thousand outcomes of a folder teach, on its other documents: a table in Markdown, line by line. The thousand are those
 * with the lowest hash of their context, so that the figures come again; judgments with fewer than 1,100 are left out.
 */
export async function* evaluate(path: string): AsyncGenerator<string> {
  const folder = await loadFolder(path);
  const evaluated = await EvaluatedFolder.open(folder);
  yield '| | learnt from | read | AUROC | accuracy | log loss | chosen |';
  yield '|---|---|---|---|---|---|---|';
  for (const spec of folder.judgments) {
    const set = await evaluated.readLabelsOf(spec);
    yield set.labels.length < 1.1 * outcomes
      ? `| \`${spec.key}\` | ${set.labels.length} outcomes are too few | | | | | |`
      : `| \`${spec.key}\` | ${rowOf(set)} |`;
  }
}

function rowOf({ classes, labels, hasTime }: LabelledSet): string {
  const { learnt, rest } = split(labels, hasTime);
  const { heads, refusal, evidence } = chooseHead(learnt, { classes: classes.length });
  const readers = heads?.map((head) => new HeadReader(head));
  const before = rest.map(({ base }) => lexicalOf(base));
  const after = readers && rest.map(({ key, features, base }) => readers[foldOf(key)].read(features, base));
  const both = (figure: (reads: ArrayLike<number>[]) => string) =>
    after ? `${figure(before)} → ${figure(after)}` : figure(before);
  const verdict = refusal ?? `gain ${evidence?.gain.toFixed(3)} ± ${evidence?.standardError.toFixed(3)}`;
  const area = (reads: ArrayLike<number>[]) =>
    (auroc({ p: reads.map((read) => read[1]), y: rest.map(({ label }) => label) }) ?? NaN).toFixed(3);
  return [
    learnt.length,
    rest.length,
    classes.length === 2 ? both(area) : '–',
    both(
      (reads) =>
        `${((100 * rest.filter(({ label }, at) => topOf(reads[at]) === label).length) / rest.length).toFixed(1)} %`,
    ),
    both((reads) =>
      (rest.reduce((sum, { label }, at) => sum - Math.log(Math.max(1e-6, reads[at][label])), 0) / rest.length).toFixed(
        3,
      ),
    ),
    verdict,
  ].join(' | ');
}

function split(labels: readonly Labelled[], hasTime: boolean): { learnt: Labelled[]; rest: Labelled[] } {
  const byTime = hasTime ? [...labels].sort((a, b) => a.at - b.at) : [...labels];
  const cut = hasTime ? Math.floor(earlier * labels.length) : labels.length;
  const byHash = byTime.slice(0, cut).sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return { learnt: byHash.slice(0, outcomes), rest: hasTime ? byTime.slice(cut) : byHash.slice(outcomes) };
}

function lexicalOf(base: ArrayLike<number>): ArrayLike<number> {
  return base.length === 1 ? [1 - sigmoid(base[0]), sigmoid(base[0])] : softmax(base);
}

function topOf(read: ArrayLike<number>): number {
  let top = 0;
  for (let k = 1; k < read.length; k += 1) if (read[k] > read[top]) top = k;
  return top;
}
