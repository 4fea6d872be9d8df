import { ServiceRoom } from '@app/boot';
import { eventsFeedSettings } from './app.config';
import { FeedInit1790000000001 } from './migrations/1790000000001-feed-init';

/** The feed's room in Postgres: raw statements only, so it has no TypeORM entities. */
export const eventsFeedRoom: ServiceRoom = {
  service: 'events-feed',
  settings: eventsFeedSettings,
  entities: [],
  migrations: [FeedInit1790000000001],
};
