// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import adopted from './adopted.json';
import migration0001Baseline from './migrations/0001-baseline.sql';
import migration0002GoneWithOlderBuilds from './migrations/0002-gone-with-older-builds.sql';
import migration0003AuditByActor from './migrations/0003-audit-by-actor.sql';
import migration0004AuditByTarget from './migrations/0004-audit-by-target.sql';
import migration0005AuditByAction from './migrations/0005-audit-by-action.sql';
import { compatible_from, version } from './version.json';

export const gatewaySql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-baseline', text: migration0001Baseline },
    { name: '0002-gone-with-older-builds', text: migration0002GoneWithOlderBuilds },
    { name: '0003-audit-by-actor', text: migration0003AuditByActor },
    { name: '0004-audit-by-target', text: migration0004AuditByTarget },
    { name: '0005-audit-by-action', text: migration0005AuditByAction },
  ],
  functions: [],
  adopted,
};
