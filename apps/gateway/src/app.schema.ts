import { ServiceSchema } from '@app/boot';
import { GatewaySettings, gatewaySettings } from './app.config';
import { sealedClientSecrets } from './identity/provider/identity-provider.store';
import { sealedResponses } from './admission/idempotency/kept-response.store';
import { gatewaySql } from '../sql';

/** The gateway's schema in Postgres, and its settings. */
export const gatewaySchema: ServiceSchema<GatewaySettings> = {
  service: 'gateway',
  settings: gatewaySettings,
  sql: gatewaySql,
  sealed: [sealedResponses, sealedClientSecrets],
  plans: 'by_index',
  readyAlone: true,
};
