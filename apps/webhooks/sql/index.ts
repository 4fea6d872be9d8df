// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001WebhooksInit from './migrations/0001-webhooks-init.sql';
import migration0002Tally from './migrations/0002-tally.sql';
import migration0003DeliveryIndexes from './migrations/0003-delivery-indexes.sql';
import migration0004HeldAhead from './migrations/0004-held-ahead.sql';
import migration0005Trace from './migrations/0005-trace.sql';
import migration0006Recoveries from './migrations/0006-recoveries.sql';
import migration0007LeaseEnd from './migrations/0007-lease-end.sql';
import { compatible_from, version } from './version.json';

export const webhooksSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-webhooks-init', text: migration0001WebhooksInit },
    { name: '0002-tally', text: migration0002Tally },
    { name: '0003-delivery-indexes', text: migration0003DeliveryIndexes },
    { name: '0004-held-ahead', text: migration0004HeldAhead },
    { name: '0005-trace', text: migration0005Trace },
    { name: '0006-recoveries', text: migration0006Recoveries },
    { name: '0007-lease-end', text: migration0007LeaseEnd },
  ],
  functions: [],
};
