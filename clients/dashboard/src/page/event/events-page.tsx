import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client';
import { keys } from '../../api/query-keys';
import { CopyAs } from '../../element/file/copy-as';
import { Loaded } from '../../element/loading/loaded';
import { Page } from '../../element/page';
import { SaveMenu } from '../../element/file/save-menu';
import { usePlace } from '../../element/hook/use-place';
import { shellQuoted } from '../../format/as-code';
import { EventFilter, eventQuery } from './event-filter';
import { EventTable } from './event-table';
import { readEvents } from './read-events';

/** Events of the feed, the newest first, back to 30 days ago. New ones come by themselves. */
export function EventsPage() {
  const place = usePlace();
  const id = place.value('id');
  return id === '' ? <Feed /> : <OneEvent id={id} onAll={() => place.set({ id: undefined })} />;
}

/** One event, which an address names. */
function OneEvent({ id, onAll }: { id: string; onAll: () => void }) {
  const event = useQuery({ queryKey: keys.event.of(id), queryFn: async () => await client.events.get(id) });
  return (
    <Page
      title="Event"
      side={
        <CopyAs
          method="GET"
          path={`/events/${id}`}
          sdk={`client.events.get('${id}')`}
          cli={`judgment events show ${id}`}
        />
      }
    >
      <Loaded query={event}>{(found) => <EventTable events={[found]} empty="" isOpen />}</Loaded>
      <Button variant="default" onClick={onAll} style={{ alignSelf: 'flex-start' }}>
        All events
      </Button>
    </Page>
  );
}

function Feed() {
  const place = usePlace();
  const cursor = place.value('cursor');
  const filter = eventQuery(place);
  const asked = { order: 'newest' as const, limit: 100, ...filter, ...(cursor && { cursor }) };
  const list = useQuery({
    queryKey: keys.events.page(filter, cursor),
    queryFn: async () => await client.events.read(asked),
  });
  const search = new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString();
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <Page
      title="Events"
      side={
        <CopyAs
          method="GET"
          path={`/events?${search}`}
          sdk={`client.events.read(${JSON.stringify(asked)})`}
          cli={`judgment events list${filter.types ? ` --types ${shellQuoted(filter.types)}` : ''}`}
        />
      }
    >
      <EventFilter place={place} />
      <SaveMenu
        name="events"
        of={{ csv: 'what the table shows', jsonl: 'events with their data' }}
        read={(format, onRead, signal) => readEvents(filter, { format, onRead, signal })}
      />
      <Loaded query={list}>
        {({ events, next_cursor: next }) => (
          <>
            <EventTable
              events={events}
              empty={emptyText({ isNarrowed, isLater: cursor !== '', hasMore: next !== null })}
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

function emptyText({
  isNarrowed,
  isLater,
  hasMore,
}: {
  isNarrowed: boolean;
  isLater: boolean;
  hasMore: boolean;
}): string {
  if (hasMore) return 'None of the events looked at match; continue with earlier ones.';
  if (isNarrowed) return 'No events match these filters.';
  if (isLater) return 'No earlier events.';
  return 'No events in the last 30 days. A subscription creates one when a document starts to match its filter.';
}
