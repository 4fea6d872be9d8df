import { Text } from '@mantine/core';
import { figureRows, type FigureRow, type Numbers } from '../../format/answer-figures';
import { shareText } from '../../format/number';
import { ShareBar } from '../chart/share-bar';
import { WideTable } from '../table/wide-table';

/** What an answer is made of beside its own numbers. */
export interface Besides extends Numbers {
  features?: Readonly<Record<string, number | null>> | null;
  parts?: Readonly<Record<string, { p: number }>> | null;
  combiner?: string | null;
}

/** Every number of an answer: raw beside calibrated, and its parts and features where it has some. */
export function AnswerFigures({
  name,
  type,
  raw,
  calibrated,
  questions = {},
}: {
  /** Of the judgment. */
  name: string;
  type: string;
  raw: Besides;
  calibrated: Numbers | null;
  /** What each part asks. */
  questions?: Readonly<Record<string, string>>;
}) {
  const cell = (row: FigureRow, figure: number | null) => (
    <>
      {row.isShare && <ShareBar share={figure} />} {row.isShare ? shareText(figure) : (figure?.toFixed(2) ?? '–')}
    </>
  );
  const [parts, features] = [Object.entries(raw.parts ?? {}), Object.entries(raw.features ?? {})];
  return (
    <>
      <WideTable
        name={`Numbers of ${name}`}
        rows={figureRows(type, raw, calibrated)}
        rowKey={(row) => row.name}
        empty="No number yet."
        columns={[
          { title: 'Answer', cell: (row) => row.name },
          { title: 'Raw', cell: (row) => cell(row, row.raw) },
          ...(calibrated ? [{ title: 'Calibrated', cell: (row: FigureRow) => cell(row, row.calibrated) }] : []),
        ]}
      />
      {parts.length > 0 && (
        <>
          <WideTable
            name={`Parts of ${name}`}
            rows={parts}
            rowKey={([part]) => part}
            empty=""
            columns={[
              { title: 'Part', cell: ([part]) => part },
              { title: 'Question', cell: ([part]) => questions[part] ?? '–' },
              {
                title: 'Raw',
                cell: ([, { p }]) => (
                  <>
                    <ShareBar share={p} /> {shareText(p)}
                  </>
                ),
              },
            ]}
          />
          <Text size="sm" c="dimmed">
            {raw.combiner
              ? `The fit ${raw.combiner} combined the parts.`
              : 'No fit has combined the parts yet: all parts have the same weight.'}
          </Text>
        </>
      )}
      {features.length > 0 && (
        <WideTable
          name={`Features of ${name}`}
          rows={features}
          rowKey={([feature]) => feature}
          empty=""
          columns={[
            { title: 'Feature', cell: ([feature]) => feature },
            { title: 'Value read', cell: ([, value]) => (value === null ? '–' : value) },
          ]}
        />
      )}
    </>
  );
}
