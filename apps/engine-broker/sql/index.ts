// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import adopted from './adopted.json';
import migration0001Baseline from './migrations/0001-baseline.sql';
import migration0012EpochSources from './migrations/0012-epoch-sources.sql';
import migration0013EpochsInTurn from './migrations/0013-epochs-in-turn.sql';
import migration0014ModelEntries from './migrations/0014-model-entries.sql';
import { compatible_from, version } from './version.json';

export const engineBrokerSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-baseline', text: migration0001Baseline },
    { name: '0012-epoch-sources', text: migration0012EpochSources },
    { name: '0013-epochs-in-turn', text: migration0013EpochsInTurn },
    { name: '0014-model-entries', text: migration0014ModelEntries },
  ],
  functions: [],
  adopted,
};
