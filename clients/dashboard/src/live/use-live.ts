import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keys } from '../api/query-keys';
import { useSession } from '../sign-in/session';
import { channelName } from './announce';
import { browserFeed, canLead } from './browser-feed';
import { FeedLeader, type LiveMessage } from './feed-leader';

/** Between reads of a tab that cannot hear of events. */
const intervalMs = 15_000;

/** Keeps what pages show fresh: one tab of the browser follows the feed for all of them. */
export function useLive(): void {
  const queries = useQueryClient();
  const { user, organization } = useSession();
  const session = `${user.id} ${organization.id}`;
  const expired = useQuery({ queryKey: keys.expired, queryFn: () => false, initialData: false, staleTime: Infinity });
  const isOver = expired.data;
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    const stop = new AbortController();
    const take = (message: LiveMessage): void => {
      if (message.kind === 'concerned') message.keys.forEach((queryKey) => void readAnew(queries, queryKey));
      else if (message.kind === 'missed') void readAnew(queries);
      else if (message.kind === 'cursor') leader.note(message.cursor);
      else if (message.kind === 'expired') queries.setQueryData(keys.expired, true);
      // What one session read is not another's: the page begins anew.
      else if (message.session !== session) globalThis.location.assign('/app/');
    };
    const send = (message: LiveMessage): void => {
      channel.postMessage(message);
      take(message);
    };
    const leader = new FeedLeader({ ...browserFeed, send });
    channel.onmessage = ({ data }: MessageEvent<LiveMessage>) => take(data);
    channel.postMessage({ kind: 'session', session } satisfies LiveMessage);
    if (!isOver && canLead()) void leader.run(stop.signal);
    const timer = canLead() ? undefined : setInterval(() => void readAnew(queries), intervalMs);
    return () => {
      stop.abort();
      clearInterval(timer);
      channel.close();
    };
  }, [queries, session, isOver]);
}

/** A tab that is not seen rests: it reads when a person comes back to it. */
async function readAnew(queries: QueryClient, queryKey?: readonly unknown[]): Promise<void> {
  await queries.invalidateQueries({ queryKey, refetchType: document.hidden ? 'none' : 'active' });
}
