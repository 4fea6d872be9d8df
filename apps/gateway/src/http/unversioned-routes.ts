import { Platform } from '@app/boot';
import { FastifyInstance } from 'fastify';
import { openApi } from '../api-documents/openapi';
import { documentPage } from '../api-documents/page';
import type { GatewaySettings } from '../app.config';
import { htmlType, jsonType } from './media-types';
import { Route } from './route';

/** Serves what lies outside `/v1`: liveness, the OpenAPI document and its page, the addresses of webhooks. */
export function serveUnversioned(
  fastify: FastifyInstance,
  { config }: Platform<GatewaySettings>,
  routes: readonly Route[],
): void {
  // Bytes that all replies share, however slowly their clients read.
  const document = Buffer.from(JSON.stringify(openApi(routes)));
  const page = Buffer.from(documentPage);
  const addresses = JSON.stringify({ addresses: config.webhookEgressAddresses });
  fastify.get('/health/live', (_request, reply) => reply.header('content-type', jsonType).send('{"ok":true}'));
  fastify.get('/openapi.json', (_request, reply) => reply.header('content-type', jsonType).send(document));
  fastify.get('/webhook-egress-addresses', (_request, reply) => reply.header('content-type', jsonType).send(addresses));
  fastify.get('/docs', (_request, reply) => reply.header('content-type', htmlType).send(page));
}
