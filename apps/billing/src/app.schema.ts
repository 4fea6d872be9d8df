import { ServiceSchema } from '@app/boot';
import { billingSettings } from './app.config';
import { billingSql } from '../sql';

/** The Postgres schema `billing`, and the settings of the service that owns it. */
export const billingSchema: ServiceSchema<typeof billingSettings> = {
  service: 'billing',
  settings: billingSettings,
  sql: billingSql,
  plans: 'by_index',
};
