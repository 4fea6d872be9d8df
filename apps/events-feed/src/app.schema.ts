import { ServiceSchema } from '@app/boot';
import { eventsFeedSettings } from './app.config';
import { eventsFeedSql } from '../sql';

/** The schema `events_feed` of Postgres, and the settings of the service that owns it. */
export const eventsFeedSchema: ServiceSchema = {
  service: 'events-feed',
  settings: eventsFeedSettings,
  sql: eventsFeedSql,
};
