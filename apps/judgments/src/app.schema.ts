import type { ServiceSchema } from '@app/boot';
import { judgmentsSettings } from './app.config';
import { judgmentsSql } from '../sql';

/** The schema `judgments` of Postgres, and the settings of the service that owns it. */
export const judgmentsSchema: ServiceSchema<typeof judgmentsSettings> = {
  service: 'judgments',
  settings: judgmentsSettings,
  sql: judgmentsSql,
  plans: 'by_index',
};
