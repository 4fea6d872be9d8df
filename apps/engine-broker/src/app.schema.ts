import { ServiceSchema } from '@app/boot';
import { brokerSettings } from './app.config';
import { sealedModels } from './model/saved-model';
import { engineBrokerSql } from '../sql';

/** The schema `engine_broker` of Postgres, and the settings of the service that owns it. */
export const brokerSchema: ServiceSchema<typeof brokerSettings> = {
  service: 'engine-broker',
  settings: brokerSettings,
  sql: engineBrokerSql,
  sealed: [sealedModels],
};
