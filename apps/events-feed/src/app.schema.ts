import { ServiceSchema } from '@app/boot';
import { eventsFeedSettings } from './app.config';
import { eventsFeedSql } from '../sql';

/** The Postgres schema `events_feed`, and the settings of the service that owns it. */
export const eventsFeedSchema: ServiceSchema = {
  service: 'events-feed',
  settings: eventsFeedSettings,
  sql: eventsFeedSql,
};
