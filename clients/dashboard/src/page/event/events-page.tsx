import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { JsonTree } from '../../element/json-tree';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { Page } from '../../element/page';
import { usePlace } from '../../element/use-place';
import { WideTable } from '../../element/wide-table';

/** Events of the feed, the newest first, back to 30 days ago. */
export function EventsPage() {
  const place = usePlace();
  const [types, cursor] = [place.value('types'), place.value('cursor')];
  const list = useQuery({
    queryKey: ['events', types, cursor],
    queryFn: async () =>
      await client.events.read({ order: 'newest', limit: 100, ...(types && { types }), ...(cursor && { cursor }) }),
  });
  return (
    <Page title="Events">
      <TextInput
        label="Types, such as subscription.* or job.failed"
        defaultValue={types}
        key={types}
        onKeyDown={(event) => {
          if (event.key === 'Enter') place.set({ types: event.currentTarget.value.trim(), cursor: undefined });
        }}
      />
      <Loaded query={list}>
        {({ events, next_cursor: next }) => (
          <>
            <WideTable
              name="Events"
              rows={events}
              rowKey={({ id }) => id}
              empty={cursor ? 'Nothing happened before this.' : 'Nothing has happened in 30 days.'}
              columns={[
                { title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
                { title: 'Type', cell: ({ type }) => type },
                { title: 'Namespace', cell: ({ data }) => namespaceOf(data) },
                {
                  title: 'Data',
                  cell: ({ data, id }) => (
                    <details>
                      <summary>{id}</summary>
                      <JsonTree value={data} />
                    </details>
                  ),
                },
              ]}
            />
            <Group>
              {cursor !== '' && (
                <Button variant="default" onClick={() => place.set({ cursor: undefined })}>
                  The newest events
                </Button>
              )}
              {next !== null && (
                <Button variant="default" onClick={() => place.set({ cursor: next })}>
                  Earlier events
                </Button>
              )}
            </Group>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function namespaceOf(data: unknown): string {
  const { namespace } = (data ?? {}) as { namespace?: unknown };
  return typeof namespace === 'string' ? namespace : '–';
}
