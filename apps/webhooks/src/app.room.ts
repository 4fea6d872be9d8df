import { ServiceRoom } from '@app/boot';
import { webhooksSettings } from './app.config';
import { sealedSecrets } from './endpoint/sealed-secret';
import { WebhooksInit1790000000001 } from './migrations/1790000000001-webhooks-init';
import { Tally1790000000002 } from './migrations/1790000000002-tally';
import { DeliveryIndexes1790000000003 } from './migrations/1790000000003-delivery-indexes';
import { HeldAhead1790000000004 } from './migrations/1790000000004-held-ahead';

/** The webhooks' room in Postgres: raw statements only, so it has no TypeORM entities. */
export const webhooksRoom: ServiceRoom<typeof webhooksSettings> = {
  service: 'webhooks',
  settings: webhooksSettings,
  entities: [],
  migrations: [WebhooksInit1790000000001, Tally1790000000002, DeliveryIndexes1790000000003, HeldAhead1790000000004],
  plans: 'by_index',
  sealed: [sealedSecrets],
};
