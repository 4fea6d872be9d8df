import { ServiceSchema } from '@app/boot';
import { GatewaySettings, gatewaySettings } from './app.config';
import { sealedResponses } from './idempotency/idempotency.store';
import { gatewaySql } from '../sql';

/** The gateway's schema in Postgres, and its settings. */
export const gatewaySchema: ServiceSchema<GatewaySettings> = {
  service: 'gateway',
  settings: gatewaySettings,
  sql: gatewaySql,
  sealed: [sealedResponses],
  readyAlone: true,
};
