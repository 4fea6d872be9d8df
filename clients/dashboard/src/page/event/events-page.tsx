import { Button, Group, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { CopyAs } from '../../element/copy-as';
import { Loaded } from '../../element/loaded';
import { Moment } from '../../element/moment';
import { Page } from '../../element/page';
import { usePlace } from '../../element/use-place';
import { WideTable } from '../../element/wide-table';
import { shellQuoted } from '../../format/as-code';
import { isEnter } from '../../keys/key-press';
import { EventBody, namespaceOf } from './event-body';

/** Events of the feed, the newest first, back to 30 days ago. New ones come by themselves. */
export function EventsPage() {
  const place = usePlace();
  const [types, prefix, cursor] = [place.value('types'), place.value('prefix'), place.value('cursor')];
  const asked = {
    order: 'newest' as const,
    limit: 100,
    ...(types && { types }),
    ...(prefix && { namespace_prefix: prefix }),
    ...(cursor && { cursor }),
  };
  const list = useQuery({
    queryKey: keys.events.page(types, prefix, cursor),
    queryFn: async () => await client.events.read(asked),
  });
  const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString();
  const onEnter = (name: string) => (event: React.KeyboardEvent<HTMLInputElement>) => {
    if (isEnter(event)) place.set({ [name]: event.currentTarget.value.trim(), cursor: undefined });
  };
  return (
    <Page
      title="Events"
      side={
        <CopyAs
          method="GET"
          path={`/events?${search}`}
          sdk={`client.events.read(${JSON.stringify(asked)})`}
          cli={`judgment events list${types && ` --types ${shellQuoted(types)}`}`}
        />
      }
    >
      <Group align="flex-end">
        <TextInput
          label="Types, such as subscription.* or job.failed"
          defaultValue={types}
          key={`types ${types}`}
          onKeyDown={onEnter('types')}
        />
        <TextInput
          label="Namespace or prefix"
          placeholder="acme/prod/*"
          defaultValue={prefix}
          key={`prefix ${prefix}`}
          onKeyDown={onEnter('prefix')}
        />
      </Group>
      <Loaded query={list}>
        {({ events, next_cursor: next }) => (
          <>
            <WideTable
              name="Events"
              rows={events}
              rowKey={({ id }) => id}
              empty={
                cursor
                  ? 'No earlier events.'
                  : 'No events in the last 30 days. A subscription creates one when a document starts to match its filter.'
              }
              columns={[
                { title: 'When', cell: ({ timestamp }) => <Moment at={timestamp} /> },
                { title: 'Type', cell: ({ type }) => type },
                { title: 'Namespace', cell: ({ data }) => namespaceOf(data) },
                { title: 'Data', cell: (event) => <EventBody event={event} /> },
              ]}
            />
            <Group>
              {cursor !== '' && (
                <Button variant="default" onClick={() => place.set({ cursor: undefined })}>
                  Newest events
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
