import { LabelCounts } from '@app/contracts/calibration';
import { Database, Queryable } from '@app/persistence';
import { Judgment } from '../../judgment/judgment';
import { agreementOf } from './agreement';
import { inTurnWith } from './in-turn';
import { CountedLabels, countsOf } from './label-counts';
import { Form, LabelSet, LabelSetBuilder } from './label-set';
import { variedPlaces } from './varied-row';
import { readOverruled } from './overruled.store';
import { readSaid } from './said.store';
import { LabelQuery, readLabels } from './label.store';
import { LabelTally, OutcomeTally, tallyLabels, tallyOutcomes } from './tally.store';

/** Figures and fits take at most this many labels; of more they take a fixed share, always the same answers. */
export const maxLabels = 100_000;

/** The labels of one version in one epoch, with the counts of a report. */
export interface LoadedLabels {
  /** The epoch of the newest answer; null without labels. */
  epoch: string | null;
  set: LabelSet;
  counted: CountedLabels;
}

/** What the answers of a judgment's active version may say. */
export function formOf({ type, options, levels, features, parts }: Judgment): Form {
  const form = { type, levels: levels ?? [], features: features ?? [], parts: parts ?? [] };
  // A choice declares its options, or each of its answers has the related documents of its own.
  if (type === 'choice' && options === null) return { ...form, options: [...variedPlaces], optionsVary: true };
  return { ...form, options: options ?? [] };
}

/** @param epoch whose labels to load; left out: the epoch of the newest labelled answer */
export async function loadLabels(
  from: Database,
  judgment: Judgment,
  query: LabelQuery,
  epoch?: string,
): Promise<LoadedLabels> {
  const { tallies, outcomes, overruled, isShared } = await readTallies(from, query);
  const own = epoch ?? newestEpoch(tallies);
  const labels = countsOf(takenOf(tallies, own));
  const share = labels.count > maxLabels ? maxLabels / labels.count : null;
  const builder = new LabelSetBuilder(formOf(judgment));
  const unusable = { no_number: 0, option_gone: 0 };
  if (labels.count > 0) {
    await readLabels(from, query, { epoch: own, overruled, share }, (rows) => {
      for (const row of rows) {
        const fault = builder.add(row);
        if (fault) unusable[fault]++;
      }
    });
  }
  const superseded = Math.max(0, outcomes.labels - distinctIn(tallies));
  const excluded = { ...exclusions(tallies, own), ...unusable, unmatched: outcomes.unmatched, superseded };
  const agreement = isShared ? agreementOf(await readSaid(from, query, own), judgment.type) : null;
  const inTurn = inTurnWith(tallies, own);
  return {
    epoch: own,
    set: builder.build(),
    counted: { labels, sampled: share !== null, excluded, inTurn, agreement },
  };
}

/** How many labels and outcomes there are, and what decides which outcome is a label. */
interface Tallies {
  tallies: LabelTally[];
  outcomes: OutcomeTally;
  /** See `readOverruled`. */
  overruled: readonly string[];
  /** Whether several authors may have labelled one answer. */
  isShared: boolean;
}

/** Where each answer has one outcome, or all have one author, no author can be outvoted, and two statements suffice. */
async function readTallies(from: Queryable, query: LabelQuery): Promise<Tallies> {
  const outcomes = await tallyOutcomes(from, query);
  const tallies = await tallyLabels(from, query, outcomes.labels, []);
  const isShared = outcomes.several_authors && outcomes.labels > distinctIn(tallies);
  const overruled = isShared ? await readOverruled(from, query) : [];
  if (overruled.length === 0) return { tallies, outcomes, overruled, isShared };
  return { tallies: await tallyLabels(from, query, outcomes.labels, overruled), outcomes, overruled, isShared };
}

/** The answers that have a label. */
function distinctIn(tallies: readonly LabelTally[]): number {
  return tallies.reduce((sum, { n }) => sum + n, 0);
}

/** Counts the labels that a fit of the newest epoch would take. */
export async function countLabels(from: Queryable, query: LabelQuery): Promise<LabelCounts> {
  const { tallies } = await readTallies(from, query);
  return countsOf(takenOf(tallies, newestEpoch(tallies)));
}

function takenOf(tallies: LabelTally[], epoch: string | null): LabelTally[] {
  return tallies.filter((row) => row.engine_version === epoch && row.is_kept && !row.is_excluded);
}

function newestEpoch(tallies: LabelTally[]): string | null {
  const included = tallies.filter((row) => !row.is_excluded);
  if (included.length === 0) return null;
  return included.reduce((a, b) => (b.last_judged_at > a.last_judged_at ? b : a)).engine_version;
}

function exclusions(tallies: LabelTally[], epoch: string | null) {
  const sum = (of: (row: LabelTally) => boolean) => tallies.reduce((all, row) => all + (of(row) ? row.n : 0), 0);
  const isOwn = (row: LabelTally) => row.engine_version === epoch;
  return {
    non_production: sum((row) => row.is_excluded),
    other_epoch: sum((row) => !row.is_excluded && !isOwn(row)),
    filtered: sum((row) => !row.is_excluded && isOwn(row) && !row.is_kept),
  };
}
