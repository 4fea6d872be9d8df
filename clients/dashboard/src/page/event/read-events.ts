import { client } from '../../api/client';
import type { Saved, SavedFormat } from '../../element/file/save-menu';
import { countText } from '../../format/number';
import { eventsCsv, eventsJsonl } from './event-file';
import type { eventQuery } from './event-filter';
import type { Event } from './event-words';

/** Events of one file, read a hundred at a time. */
const most = 10_000;

/** The events that pass the filters as one file, the newest first. */
export async function readEvents(
  filter: ReturnType<typeof eventQuery>,
  { format, onRead, signal }: { format: SavedFormat; onRead: (count: number) => void; signal: AbortSignal },
): Promise<Saved> {
  const events: Event[] = [];
  let cursor: string | null = null;
  do {
    const asked: Parameters<typeof client.events.read>[0] = {
      order: 'newest',
      limit: 100,
      ...filter,
      ...(cursor !== null && { cursor }),
    };
    const page = await client.events.read(asked, { signal });
    events.push(...page.events);
    onRead(events.length);
    cursor = page.next_cursor;
  } while (cursor !== null && events.length < most);
  const note = `The file ends after ${countText(most)} events; export the earlier ones with an earlier “Until”.`;
  return {
    text: format === 'csv' ? eventsCsv(events, () => undefined) : eventsJsonl(events),
    ...(cursor !== null && { note }),
  };
}
