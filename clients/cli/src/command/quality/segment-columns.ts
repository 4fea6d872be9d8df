import type { Schema } from '@app/sdk';
import type { Column } from '../../output/printer';
import { short, within } from '../call/figure-text';

const otherSegments: Readonly<Record<string, string>> = {
  other: 'other values',
  none: 'no value',
  not_kept: 'not kept',
};

/** The labels by the value of an attribute. @param by its path */
export function segmentColumns(by = ''): readonly Column<Schema<'SegmentView'>>[] {
  return [
    [by, ({ kind, value }) => (kind === 'value' ? value : (otherSegments[kind] ?? kind))],
    ['labels', ({ labels }) => labels],
    ['documents', ({ documents }) => documents],
    ['read', ({ mean_read }) => short(mean_read)],
    ['came true', ({ observed, observed_interval }) => within(observed, observed_interval)],
    ['log loss', ({ log_loss }) => short(log_loss)],
    ['gap', ({ gap }) => short(gap)],
    ['p', ({ gap_p }) => short(gap_p)],
  ];
}
