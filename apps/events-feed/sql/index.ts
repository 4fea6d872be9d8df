// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import adopted from './adopted.json';
import migration0001Baseline from './migrations/0001-baseline.sql';
import migration0002Subjects from './migrations/0002-subjects.sql';
import { compatible_from, version } from './version.json';

export const eventsFeedSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-baseline', text: migration0001Baseline },
    { name: '0002-subjects', text: migration0002Subjects },
  ],
  functions: [],
  adopted,
};
