// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import adopted from './adopted.json';
import migration0001Baseline from './migrations/0001-baseline.sql';
import migration0002QueueSetting from './migrations/0002-queue-setting.sql';
import migration0012EpochSources from './migrations/0012-epoch-sources.sql';
import { compatible_from, version } from './version.json';

export const judgmentsSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-baseline', text: migration0001Baseline },
    { name: '0002-queue-setting', text: migration0002QueueSetting },
    { name: '0012-epoch-sources', text: migration0012EpochSources },
  ],
  functions: [],
  adopted,
};
