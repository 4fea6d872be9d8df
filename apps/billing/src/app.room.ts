import { ServiceRoom } from '@app/boot';
import { billingSettings } from './app.config';
import { BillingInit1790000000001 } from './migrations/1790000000001-billing-init';
import { StorageAndMonths1790000000002 } from './migrations/1790000000002-storage-and-months';

/** Billing's room in Postgres: sums and locks are hot, so it speaks raw statements and has no TypeORM entities. */
export const billingRoom: ServiceRoom<typeof billingSettings> = {
  service: 'billing',
  settings: billingSettings,
  entities: [],
  migrations: [BillingInit1790000000001, StorageAndMonths1790000000002],
  plans: 'by_index',
};
