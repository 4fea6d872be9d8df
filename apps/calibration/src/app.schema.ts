import { ServiceSchema } from '@app/boot';
import { calibrationSettings } from './app.config';
import { calibrationSql } from '../sql';

/** The Postgres schema of this service, and its settings. */
export const calibrationSchema: ServiceSchema = {
  service: 'calibration',
  settings: calibrationSettings,
  sql: calibrationSql,
};
