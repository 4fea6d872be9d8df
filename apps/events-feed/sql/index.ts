// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001FeedInit from './migrations/0001-feed-init.sql';
import { compatible_from, version } from './version.json';

export const eventsFeedSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-feed-init', text: migration0001FeedInit },
  ],
  functions: [],
};
