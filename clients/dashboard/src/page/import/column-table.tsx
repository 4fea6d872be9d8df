import type { CellType, Understanding } from '@app/file-reader';
import { NativeSelect, Stack, Text, Title } from '@mantine/core';
import { WideTable } from '../../element/table/wide-table';
import { countText } from '../../format/number';
import { guessWords } from './import-words';
import { Proposals } from './proposals';
import { idColumnOf, withColumn, type ColumnPlan, type Place, type Plan } from './plan';

const places: readonly { value: Place; label: string }[] = [
  { value: 'id', label: 'id' },
  { value: 'attributes', label: 'attribute' },
  { value: 'state', label: 'state' },
  { value: 'created_at', label: 'created at' },
  { value: 'none', label: 'not imported' },
];
const types: readonly { value: CellType; label: string }[] = [
  { value: 'text', label: 'text' },
  { value: 'number', label: 'number' },
  { value: 'boolean', label: 'yes or no' },
];
/** Columns that are shown; the others go where they are proposed to. */
const mostShown = 100;
const [mostSamples, longestSample] = [3, 60];

/** What becomes of each column. */
export function ColumnTable({
  understanding,
  plan,
  onChange,
}: {
  understanding: Understanding;
  plan: Plan;
  onChange: (plan: Plan) => void;
}) {
  const guesses = new Map(understanding.columns.map((column) => [column.name, column]));
  const shown = plan.columns.slice(0, mostShown);
  const change = (name: string, part: Partial<ColumnPlan>) => onChange(withColumn(plan, name, part));
  if (plan.isWhole) {
    return (
      <Text>
        Each object is a document as the API takes it, with an id, attributes and state: it is written as it is.
      </Text>
    );
  }
  const offered = understanding.idCandidates;
  return (
    <Stack gap="sm">
      <NativeSelect
        label="Column of the id"
        description="An id is known again: a row with the id of a document that exists changes that document."
        required
        value={idColumnOf(plan) ?? ''}
        data={[
          ...(idColumnOf(plan) === undefined ? [{ value: '', label: 'choose one' }] : []),
          ...[...plan.columns]
            .map(({ name }) => name)
            .filter((name) => name !== '')
            .sort((a, b) => Number(offered.includes(b)) - Number(offered.includes(a)))
            .slice(0, 1_000),
        ]}
        onChange={({ currentTarget: { value } }) => value !== '' && change(value, { place: 'id' })}
      />
      {offered.length === 0 && (
        <Text size="sm">No column has another value in each of the first rows: rows of one id replace each other.</Text>
      )}
      <Title order={3} size="h5">
        Columns
      </Title>
      <WideTable
        name="Columns"
        rows={shown}
        rowKey={({ name }) => name}
        empty="The file has no column."
        columns={[
          { title: 'Column', cell: ({ name }) => (name === '' ? '(without a name)' : name) },
          { title: 'Looks like', cell: ({ name }) => guessWords[guesses.get(name)?.guess ?? 'empty'] },
          { title: 'Samples', cell: ({ name }) => <Samples understanding={understanding} name={name} /> },
          {
            title: 'Import as',
            cell: ({ name, place }) =>
              name !== '' && (
                <NativeSelect
                  size="xs"
                  aria-label={`Import ${name} as`}
                  value={place}
                  data={[...places]}
                  onChange={({ currentTarget: { value } }) => change(name, { place: value as Place })}
                />
              ),
          },
          ...(plan.isTable
            ? [
                {
                  title: 'Type',
                  cell: ({ name, place, type }: ColumnPlan) =>
                    (place === 'attributes' || place === 'state') && (
                      <NativeSelect
                        size="xs"
                        aria-label={`Type of ${name}`}
                        value={type}
                        data={[...types]}
                        onChange={({ currentTarget: { value } }) => change(name, { type: value as CellType })}
                      />
                    ),
                },
              ]
            : []),
        ]}
      />
      {plan.columns.length > mostShown && (
        <Text size="sm">
          {countText(plan.columns.length - mostShown)} more columns go where columns like these go: short values become
          attributes, texts state.
        </Text>
      )}
      {plan.isTable && <Proposals plan={plan} guesses={guesses} onChange={onChange} />}
    </Stack>
  );
}

function Samples({ understanding: { sample }, name }: { understanding: Understanding; name: string }) {
  const values = sample.flatMap((one) => (one.kind === 'row' && !isEmpty(one.fields[name]) ? [one.fields[name]] : []));
  const texts = values
    .slice(0, mostSamples)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .map((text) => (text.length > longestSample ? `${text.slice(0, longestSample)}…` : text));
  return <div className="words">{texts.join(' · ')}</div>;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
