import { ServiceSchema } from '@app/boot';
import { GatewaySettings, gatewaySettings } from './app.config';
import { sealedResponses } from './idempotency/idempotency.store';
import { gatewaySql } from '../sql';

/** The schema `gateway` of Postgres, and the settings of the service that owns it. */
export const gatewaySchema: ServiceSchema<GatewaySettings> = {
  service: 'gateway',
  settings: gatewaySettings,
  sql: gatewaySql,
  sealed: [sealedResponses],
};
