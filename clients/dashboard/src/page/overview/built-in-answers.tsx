import type { Schema } from '@app/sdk/client';
import { Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Refusal } from '../../element/loading/refusal';
import { WideTable } from '../../element/table/wide-table';
import { modelText } from '../../format/engine-words';
import { useMayChange } from '../../sign-in/session';
import { AskModel } from './ask-model';
import { jobText, leftText } from './built-in-words';

/** Between reads while a backfill asks, and while the list has rows, in milliseconds. */
const [busyMs, calmMs] = [2_000, 15_000];
/** Rows whose price is asked for without being told to, one after the other: each quote reads documents. */
const pricedByItself = 5;

/** Judgments that a model answers for now and that still hold answers of the built-in engine; nothing without any. */
export function BuiltInAnswers() {
  const left = useQuery({
    queryKey: keys.builtInAnswers.all,
    queryFn: async () => await client.organization.builtInAnswers(),
    refetchInterval: ({ state: { data } }) => {
      const rows = data?.judgments ?? [];
      if (rows.length === 0) return false;
      return rows.some(({ job }) => job !== null) ? busyMs : calmMs;
    },
  });
  if (left.error && left.data === undefined) return <Refusal error={left.error} onRetry={() => void left.refetch()} />;
  if (left.data === undefined || left.data.judgments.length === 0) return null;
  return <List rows={left.data.judgments} more={left.data.more} />;
}

function List({ rows, more }: { rows: Schema<'BuiltInAnswers'>[]; more: boolean }) {
  const mayChange = useMayChange();
  const [priced, setPriced] = useState(0);
  const keyOf = ({ namespace, name }: Schema<'BuiltInAnswers'>) => `${namespace} ${name}`;
  const places = new Map(rows.map((row, place) => [keyOf(row), place]));
  return (
    <Stack gap="xs" component="section" aria-label="Answers of the built-in engine">
      <Title order={2} size="h4">
        Answers of the built-in engine
      </Title>
      <Text size="sm">
        A model answers for these judgments now, but they still hold answers that no model gave.
        {mayChange ? ' Ask again to replace them.' : ' Owners and admins may ask again.'}
      </Text>
      <WideTable
        name="Answers of the built-in engine"
        rows={rows}
        rowKey={keyOf}
        empty=""
        columns={[
          {
            title: 'Judgment',
            cell: ({ namespace, name }) => <AppLink to={addresses.judgment(namespace, name)}>{name}</AppLink>,
          },
          { title: 'Namespace', cell: ({ namespace }) => namespace },
          { title: 'Engine now', cell: (row) => modelText(row.engine, row) },
          { title: 'Built-in answers', cell: (row) => leftText(row) },
          {
            title: 'New answers',
            cell: (row) => {
              if (row.job !== null) return <AppLink to="/jobs">{jobText(row.job)}</AppLink>;
              if (!mayChange) return '–';
              const place = places.get(keyOf(row)) ?? 0;
              return (
                <AskModel
                  ns={row.namespace}
                  name={row.name}
                  isPriced={place <= priced && place < pricedByItself}
                  onPriced={() => setPriced((before) => Math.max(before, place + 1))}
                />
              );
            },
          },
        ]}
      />
      {more && (
        <Text size="sm" c="dimmed">
          There may be more judgments like these; they are listed once these are asked again.
        </Text>
      )}
    </Stack>
  );
}
