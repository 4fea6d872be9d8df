import { LabelCounts } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { Form, LabelSet, LabelSetBuilder } from './label-set';
import { Judgment } from '../judgment/judgment';
import { LabelQuery, LabelStore, LabelTally } from './label.store';
import { Counted, countsOf } from '../report/report';

/** Labels that figures and fits stand on at most; of more, always the same share is taken. */
export const maxLabels = 100_000;

/** Labels of one version in one epoch, with what was counted beside them. */
export interface Gathered {
  /** The epoch of the newest answer among them; null without any. */
  epoch: string | null;
  set: LabelSet;
  counted: Counted;
}

/** What answers of a judgment's active version may say. */
export function formOf({ type, options, levels }: Judgment): Form {
  return { type, options: options ?? [], levels: levels ?? [] };
}

/** Loads labels page by page into columns. */
@Injectable()
export class LabelLoader {
  constructor(private readonly store: LabelStore) {}

  /** @param epoch whose labels are wanted; the newest answer's when left out */
  async gather(judgment: Judgment, query: LabelQuery, epoch?: string): Promise<Gathered> {
    const [tallies, outcomes] = await Promise.all([this.store.tally(query), this.store.outcomes(query)]);
    const own = epoch ?? newestEpoch(tallies);
    const kept = tallies.filter((row) => row.engine_version === own && row.kept && !row.spared);
    const labels = countsOf(kept);
    const share = labels.count > maxLabels ? maxLabels / labels.count : null;
    const builder = new LabelSetBuilder(formOf(judgment));
    const unusable = { no_number: 0, option_gone: 0 };
    if (labels.count > 0) {
      for await (const rows of this.store.stream(query, own, share)) {
        for (const row of rows) {
          const why = builder.add(row);
          if (why) unusable[why]++;
        }
      }
    }
    const excluded = { ...exclusions(tallies, own), ...unusable, unmatched: outcomes.unmatched };
    const distinct = tallies.reduce((sum, { n }) => sum + n, 0);
    const superseded = Math.max(0, outcomes.labels - distinct);
    const counted: Counted = { labels, sampled: share !== null, excluded: { ...excluded, superseded } };
    return { epoch: own, set: builder.build(), counted };
  }

  /** Labels a fit of the newest epoch would be made of. */
  async count(query: LabelQuery): Promise<LabelCounts> {
    const tallies = await this.store.tally(query);
    const own = newestEpoch(tallies);
    return countsOf(tallies.filter((row) => row.engine_version === own && row.kept && !row.spared));
  }
}

function newestEpoch(tallies: LabelTally[]): string | null {
  const production = tallies.filter(({ spared }) => !spared);
  if (production.length === 0) return null;
  return production.reduce((a, b) => (b.last_judged_at > a.last_judged_at ? b : a)).engine_version;
}

function exclusions(tallies: LabelTally[], epoch: string | null) {
  const sum = (of: (row: LabelTally) => boolean) => tallies.reduce((all, row) => all + (of(row) ? row.n : 0), 0);
  const isOwn = (row: LabelTally) => row.engine_version === epoch;
  return {
    non_production: sum(({ spared }) => spared),
    other_epoch: sum((row) => !row.spared && !isOwn(row)),
    filtered: sum((row) => !row.spared && isOwn(row) && !row.kept),
  };
}
