import { Platform } from '@app/boot';
import { FastifyInstance } from 'fastify';
import { openApi } from '../api-documents/openapi';
import { documentPage } from '../api-documents/page';
import type { GatewaySettings } from '../app.config';
import { htmlType, jsonType } from './media-types';
import { Route } from './route';

/** Serves what lies outside `/v1`: health, metrics, the OpenAPI document and its page, the addresses of webhooks. */
export function serveUnversioned(
  fastify: FastifyInstance,
  { health, metrics, config }: Platform<GatewaySettings>,
  routes: readonly Route[],
): void {
  // Bytes that all replies share, however slowly their clients read.
  const document = Buffer.from(JSON.stringify(openApi(routes)));
  const page = Buffer.from(documentPage);
  const addresses = JSON.stringify({ addresses: config.webhookEgressAddresses });
  fastify.get('/health/live', (_request, reply) => reply.header('content-type', jsonType).send('{"ok":true}'));
  fastify.get('/health/ready', async (_request, reply) => {
    const { ok } = await health.readiness();
    // Only the admin port shows which part is not ready.
    return reply
      .code(ok ? 200 : 503)
      .header('content-type', jsonType)
      .send(JSON.stringify({ ok }));
  });
  fastify.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  fastify.get('/openapi.json', (_request, reply) => reply.header('content-type', jsonType).send(document));
  fastify.get('/webhook-egress-addresses', (_request, reply) => reply.header('content-type', jsonType).send(addresses));
  fastify.get('/docs', (_request, reply) => reply.header('content-type', htmlType).send(page));
}
