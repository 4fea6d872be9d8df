import { ServiceSchema } from '@app/boot';
import { documentsSettings } from './app.config';
import { documentsSql } from '../sql';

/** The schema `documents` of Postgres, and the settings of the service that owns it. */
export const documentsSchema: ServiceSchema<typeof documentsSettings> = {
  service: 'documents',
  settings: documentsSettings,
  sql: documentsSql,
};
