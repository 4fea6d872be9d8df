import { newId } from '@app/persistence';
import { Case } from '../case/case';
import { comparison } from '../case/comparison';
import { FeedSite } from '../feed/site';
import { loadBacklog, loadFeed } from '../load/feed';

const eventId = (): string => newId('evt');

/**
 * From 16 writers' transactions to a reader by cursor: outbox, relay, JetStream, sequencer and page against a staging
 * table, a loop and a select. The case fails when either loses or repeats an event.
 */
export const feedCases: readonly Case<FeedSite>[] = [
  fed('the sequencer before a backlog, one reader', loadBacklog),
  fed('16 writers with an event a transaction, one reader', loadFeed),
];

function fed(name: string, run: typeof loadFeed): Case<FeedSite> {
  return comparison({
    name: `feed, ${name}`,
    goal: { atLeast: 0.5 },
    needs: [],
    size: { normal: 20_000, short: 500 },
    raw: ({ site, size, number }) => run(site.bare.way, size, eventId, number),
    own: async ({ site, size, number }) => run(await site.producer.round(), size, eventId, number),
  });
}
