import { ServiceRoom } from '@app/boot';
import { GatewaySettings, gatewaySettings } from './app.config';
import { sealedResponses } from './idempotency/idempotency.store';
import { GatewayAdmission1790000000001 } from './migrations/1790000000001-gateway-admission';
import { Mail1790000000002 } from './migrations/1790000000002-mail';

/** The gateway's room in Postgres: schema `gateway`, rows by raw statements, no entities. */
export const gatewayRoom: ServiceRoom<GatewaySettings> = {
  service: 'gateway',
  settings: gatewaySettings,
  entities: [],
  migrations: [GatewayAdmission1790000000001, Mail1790000000002],
  sealed: [sealedResponses],
};
