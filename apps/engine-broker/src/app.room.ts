import { ServiceRoom } from '@app/boot';
import { brokerSettings } from './app.config';
import { BrokerInit1790000000001 } from './migrations/1790000000001-broker-init';
import { Canary1790000000002 } from './migrations/1790000000002-canary';

/** The broker's room in Postgres: a few dozen rows read by raw statements, so it has no TypeORM entities. */
export const brokerRoom: ServiceRoom<typeof brokerSettings> = {
  service: 'engine-broker',
  settings: brokerSettings,
  entities: [],
  migrations: [BrokerInit1790000000001, Canary1790000000002],
};
