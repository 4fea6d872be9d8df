import type { Schema } from '@app/sdk/client';
import { Alert, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { addresses } from '../../address/address';
import { client } from '../../api/client';
import { isAbsent } from '../../api/failure';
import { keys } from '../../api/query-keys';
import { AppLink } from '../../element/app-link';
import { Ask } from '../../element/ask';
import { Facts } from '../../element/facts';
import { Loaded } from '../../element/loading/loaded';
import { Moment } from '../../element/moment';
import { useChange } from '../../element/hook/use-change';
import { WideTable } from '../../element/table/wide-table';
import { useMayChange } from '../../sign-in/session';
import { bandsText, failureText, writtenText } from './group-words';
import { NewSummary } from './new-summary';

/** What a template prefix publishes of each tenant, in bands alone, and whether that works. */
export function Summary({ ns }: { ns: string }) {
  const mayChange = useMayChange();
  const summary = useQuery({ queryKey: keys.summary.in(ns), queryFn: async () => await readSummaryOf(ns) });
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        Summary per tenant
      </Title>
      <Loaded query={summary} lines={2}>
        {(view) =>
          view === null ? (
            <Text c="dimmed">No summary is published for this prefix.</Text>
          ) : (
            <>
              {view.failing_since !== null && (
                <Alert color="red" role="alert" title="Some documents could not be written">
                  {failureText(view)} Since <Moment at={view.failing_since} />.
                </Alert>
              )}
              <Facts
                facts={[
                  ['Target namespace', <AppLink to={addresses.documents(view.into)}>{view.into}</AppLink>],
                  ['Groups', view.groups.join(', ')],
                  ['Changed', <Moment at={view.updated_at} />],
                  ['Written', writtenText(view)],
                ]}
              />
              <WideTable
                name="Bands"
                rows={rowsOf(view)}
                rowKey={({ group, aggregate }) => `${group} ${aggregate}`}
                empty="No bands."
                columns={[
                  { title: 'Group', cell: ({ group }) => group },
                  { title: 'Aggregate', cell: ({ aggregate }) => aggregate },
                  { title: 'Shown as', cell: ({ edges }) => bandsText(edges) },
                ]}
              />
              {mayChange && <Remove ns={ns} />}
            </>
          )
        }
      </Loaded>
      {mayChange && summary.data === null && <NewSummary ns={ns} />}
    </Stack>
  );
}

async function readSummaryOf(ns: string): Promise<Schema<'SummaryView'> | null> {
  try {
    return await client.namespace(ns).summary.get();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function rowsOf({ bands }: Schema<'SummaryView'>): { group: string; aggregate: string; edges: readonly number[] }[] {
  return Object.entries(bands).flatMap(([group, aggregates]) =>
    Object.entries(aggregates).map(([aggregate, edges]) => ({ group, aggregate, edges })),
  );
}

function Remove({ ns }: { ns: string }) {
  const remove = useChange(() => client.namespace(ns).summary.delete(), {
    concerns: [keys.summary.in(ns)],
    done: 'Summary removed.',
  });
  return (
    <div>
      <Ask
        words="Stop publishing"
        change={remove}
        question={
          <Text>Its documents are removed from the target namespace. Members of other origin in them are kept.</Text>
        }
      />
    </div>
  );
}
