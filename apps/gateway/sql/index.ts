// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import adopted from './adopted.json';
import migration0001Baseline from './migrations/0001-baseline.sql';
import migration0002GoneWithOlderBuilds from './migrations/0002-gone-with-older-builds.sql';
import { compatible_from, version } from './version.json';

export const gatewaySql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-baseline', text: migration0001Baseline },
    { name: '0002-gone-with-older-builds', text: migration0002GoneWithOlderBuilds },
  ],
  functions: [],
  adopted,
};
