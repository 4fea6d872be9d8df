// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001BrokerInit from './migrations/0001-broker-init.sql';
import migration0002Canary from './migrations/0002-canary.sql';
import { compatible_from, version } from './version.json';

export const engineBrokerSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-broker-init', text: migration0001BrokerInit },
    { name: '0002-canary', text: migration0002Canary },
  ],
  functions: [],
};
