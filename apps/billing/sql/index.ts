// Written by `npm run schema`: do not edit.
import type { SqlSchema } from '@app/persistence';
import migration0001BillingInit from './migrations/0001-billing-init.sql';
import migration0002StorageAndMonths from './migrations/0002-storage-and-months.sql';
import migration0003FanoutShare from './migrations/0003-fanout-share.sql';
import migration0004SpendBlocks from './migrations/0004-spend-blocks.sql';
import migration0005Days from './migrations/0005-days.sql';
import migration0006ClosedNamespaces from './migrations/0006-closed-namespaces.sql';
import migration0007Charges from './migrations/0007-charges.sql';
import migration0008LedgerByMonth from './migrations/0008-ledger-by-month.sql';
import { compatible_from, version } from './version.json';

export const billingSql: SqlSchema = {
  version,
  compatibleFrom: compatible_from,
  migrations: [
    { name: '0001-billing-init', text: migration0001BillingInit },
    { name: '0002-storage-and-months', text: migration0002StorageAndMonths },
    { name: '0003-fanout-share', text: migration0003FanoutShare },
    { name: '0004-spend-blocks', text: migration0004SpendBlocks },
    { name: '0005-days', text: migration0005Days },
    { name: '0006-closed-namespaces', text: migration0006ClosedNamespaces },
    { name: '0007-charges', text: migration0007Charges },
    { name: '0008-ledger-by-month', text: migration0008LedgerByMonth },
  ],
  functions: [],
};
