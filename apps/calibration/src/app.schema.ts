import { ServiceSchema } from '@app/boot';
import { calibrationSettings } from './app.config';
import { calibrationSql } from '../sql';

/** The schema `calibration` of Postgres, and the settings of the service that owns it. */
export const calibrationSchema: ServiceSchema = {
  service: 'calibration',
  settings: calibrationSettings,
  sql: calibrationSql,
};
