import { judgmentTypes } from '@app/definition';
import type { JudgmentType } from '@app/definition';
import { Bool, Int, ListOf, Num, OneOf, Shape, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { ReadCalibration, outcomeSources } from './messages';
import type { OutcomeSource } from './messages';
import { EngineSourceField } from '../engines/source-field';
import type { EngineSource } from '../engines/views';

export class ListLabels extends ReadCalibration {
  @Int({ optional: true, min: 1, max: 5000 }) limit?: number;
  @Text({ optional: true, min: 1, max: 4096 }) cursor?: string;
}

/** A label as the report counts it. */
export class LabelItem {
  @Text({ meaning: 'Id of the answer of record, `ans_..`.' }) answer: string;
  @Text({ nullable: true, meaning: 'Null when the outcome was retracted, or its namespace deleted, after the fit.' })
  outcome: string | null;
  @Text({ nullable: true, meaning: 'Null as `outcome`.' }) namespace: string | null;
  @Text({ nullable: true, meaning: 'Null as `outcome`.' }) document: string | null;
  @Int({ meaning: 'Number of the document in this table: labels with the same one are of one document.' }) unit: number;
  @OneOf(outcomeSources) source: OutcomeSource;
  @Bool() hindsight: boolean;
  @Stamp() observed_at: string;
  @Shape(
    { type: ['boolean', 'string', 'number', 'null'] },
    { meaning: 'What happened; null for the escape, and as `outcome` where each answer has options of its own.' },
  )
  value: boolean | string | number | null;
  @Bool() escape: boolean;
  @Int({ min: 0, meaning: 'Of a bool 1 or 0; otherwise the place in `classes` of what happened.' }) y: number;
  @Values(
    { type: 'number' },
    { meaning: 'As the engine answered: p of a bool, else a probability for each of `classes`.' },
  )
  raw: number[];
  @Values(
    { type: 'number' },
    { nullable: true, meaning: 'As a fit reads it that did not know it; null without a fit.' },
  )
  calibrated: number[] | null;
  @Num({ nullable: true, meaning: "Of a score: the engine's own, where it gave one; otherwise null." })
  score: number | null;
  @Num({ meaning: 'How many labels it counts for in every weighted figure; the weights sum to the number of labels.' })
  weight: number;
}

/** A page of the labels of a report, in the order of their answers' ids. */
export class LabelTable {
  @Int({ nullable: true }) version: number | null;
  @Text({ nullable: true, meaning: 'The epoch of the labels; null without labels.' }) engine_version: string | null;
  @EngineSourceField() engine_source?: EngineSource | null;
  @OneOf(judgmentTypes) type: JudgmentType;
  @Text({ nullable: true, meaning: 'The fit that reads the labels.' }) fit: string | null;
  @Shape(
    { type: 'array', items: { type: ['string', 'number', 'null'] } },
    {
      meaning:
        'Of a choice its options and null for the escape, of a score its levels; empty for a bool. Where each answer has options of its own: places by probability, of which zeros are padding.',
    },
  )
  classes: (string | number | null)[];
  @Num({ meaning: 'Smallest probability that losses count with, half a step of the engine.' }) floor: number;
  @Int({ meaning: 'Labels of all pages.' }) labels: number;
  @Bool({ meaning: 'Whether they are a fixed share of more than 100,000.' }) sampled: boolean;
  @Text({ meaning: 'The same on two pages when no label changed between them.' }) snapshot: string;
  @ListOf(() => LabelItem) rows: LabelItem[];
  @Text({ nullable: true }) next_cursor: string | null;
}

export const listLabels = request({
  from: ['gateway'],
  to: 'calibration',
  subject: 'calibration.label.list.v1',
  why: 'Lists the labels of a report with what was read of each, so that its figures can be counted again.',
  query: ListLabels,
  reply: LabelTable,
  maxConcurrent: 8,
});
