import { ServiceSchema } from '@app/boot';
import { webhooksSettings } from './app.config';
import { sealedSecrets } from './endpoint/sealed-secret';
import { webhooksSql } from '../sql';

/** The Postgres schema `webhooks`, and the settings of the service that owns it. */
export const webhooksSchema: ServiceSchema<typeof webhooksSettings> = {
  service: 'webhooks',
  settings: webhooksSettings,
  sql: webhooksSql,
  plans: 'by_index',
  sealed: [sealedSecrets],
};
