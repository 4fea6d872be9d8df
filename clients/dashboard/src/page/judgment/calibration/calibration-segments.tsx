import { Select, Title } from '@mantine/core';
import type { Schema } from '@app/sdk/client';
import { usePlace } from '../../../element/hook/use-place';
import { WideTable } from '../../../element/table/wide-table';
import { countText, intervalText, shareText } from '../../../format/number';
import { pathsOf } from '../../editor/field/sample-path';
import { useSamples } from '../../editor/draft/use-samples';

type Segments = Schema<'SegmentsView'>;
type Segment = Schema<'SegmentView'>;

const others: Readonly<Record<string, string>> = {
  other: 'other values',
  none: 'no value',
  not_kept: 'not kept',
};

/** Chooses the attribute that divides the labels, of those that some documents have. */
export function SegmentChoice({ ns }: { ns: string }) {
  const place = usePlace();
  const samples = useSamples(ns);
  const by = place.value('by');
  const offered = (samples.data?.documents ?? []).flatMap(({ attributes }) => pathsOf({ attributes }));
  const paths = new Set([...offered.map(({ path }) => path), ...(by === '' ? [] : [by])]);
  return (
    <Select
      size="xs"
      label="Labels by"
      placeholder="an attribute"
      data={[...paths].sort()}
      value={by === '' ? null : by}
      onChange={(chosen) => place.set({ by: chosen ?? undefined })}
      clearable
      searchable
    />
  );
}

/** What was read and what came true, by the value that documents had when their labels were bound. */
export function CalibrationSegments({ segments: { by, distinct, values } }: { segments: Segments }) {
  const interval = ({ observed, observed_interval }: Segment) => {
    const text = intervalText(observed_interval);
    return text ? `${shareText(observed)} (${text})` : shareText(observed);
  };
  return (
    <>
      <Title order={2} size="h4">
        Labels by {by}
      </Title>
      <WideTable
        name={`Labels by ${by}`}
        rows={values}
        rowKey={({ kind, value }) => `${kind} ${JSON.stringify(value)}`}
        empty="No labels match the filter."
        columns={[
          { title: `Value (${countText(distinct)})`, cell: nameOf },
          { title: 'Labels', cell: ({ labels }) => countText(labels) },
          { title: 'Documents', cell: ({ documents }) => countText(documents) },
          { title: 'Predicted', cell: ({ mean_read }) => shareText(mean_read) },
          { title: 'Actual', cell: interval },
          { title: 'Log loss', cell: ({ log_loss }) => shareText(log_loss) },
          { title: 'Predicted minus actual', cell: ({ gap }) => shareText(gap) },
          { title: 'Significant', cell: verdictOf },
        ]}
      />
    </>
  );
}

function nameOf({ kind, value }: Segment): string {
  return kind === 'value' ? String(value) : (others[kind] ?? kind);
}

function verdictOf({ gap, gap_p, differs }: Segment): string {
  if (gap_p === null) return 'too few to tell';
  const p = `p ${shareText(gap_p)}`;
  if (!differs) return `no (${p})`;
  return `${gap > 0 ? 'predicted too high' : 'predicted too low'} (${p})`;
}
