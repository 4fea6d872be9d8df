import { Platform } from '@app/boot';
import { FastifyInstance } from 'fastify';
import { openApi } from '../api-document/openapi';
import { guidePages, guidePolicy } from '../page/guide/guide-pages';
import { formFor, packedForms } from '../page/static-file';
import { apiReference, pagePolicy } from '../page/reference';
import type { GatewaySettings } from '../app.config';
import { htmlType, jsonType } from './media-types';
import { Route } from './route';
import { sendStatic } from './send-static';

/** Serves what lies outside `/v1`: liveness, the OpenAPI document, the guides and the reference, the addresses of webhooks. */
export function serveUnversioned(
  fastify: FastifyInstance,
  { config }: Platform<GatewaySettings>,
  routes: readonly Route[],
): void {
  // Bytes that all replies share, however slowly their clients read.
  const document = Buffer.from(JSON.stringify(openApi(routes)));
  const addresses = JSON.stringify({ addresses: config.webhookEgressAddresses });
  fastify.get('/health/live', (_request, reply) => reply.header('content-type', jsonType).send('{"ok":true}'));
  const forms = { bytes: document, coded: packedForms(document) };
  fastify.get('/openapi.json', (request, reply) => {
    const { bytes, coding } = formFor(forms, request.headers['accept-encoding']);
    if (coding !== null) reply.header('content-encoding', coding);
    return reply.headers({ 'content-type': jsonType, vary: 'accept-encoding' }).send(bytes);
  });
  fastify.get('/webhook-egress-addresses', (_request, reply) => reply.header('content-type', jsonType).send(addresses));
  serveGuides(fastify);
  serveReference(fastify);
}

/** The guides and what they load, each at a path that is known at start. */
function serveGuides(fastify: FastifyInstance): void {
  const { pages, files } = guidePages();
  for (const [address, page] of pages) {
    fastify.get(address, (request, reply) => {
      reply.headers({ 'content-security-policy': guidePolicy, 'referrer-policy': 'no-referrer' });
      return sendStatic(request, reply, page, 'until asked');
    });
    leadWithoutSlash(fastify, address);
  }
  for (const file of files) fastify.get(`/docs/${file.name}`, (request, reply) => sendStatic(request, reply, file));
}

/** Leads who typed `/docs/` or `/docs/webhooks/` to the page; relative, as of `/`: a proxy may serve it elsewhere. */
function leadWithoutSlash(fastify: FastifyInstance, address: string): void {
  const page = `../${address.slice(address.lastIndexOf('/') + 1)}`;
  fastify.get(`${address}/`, (_request, reply) => reply.redirect(page, 301));
}

/** The API reference and its files, each at a path that is known at start. */
function serveReference(fastify: FastifyInstance): void {
  const { page, files } = apiReference();
  fastify.get('/docs/api', (_request, reply) =>
    reply
      .header('content-type', htmlType)
      .header('content-security-policy', pagePolicy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .send(page),
  );
  leadWithoutSlash(fastify, '/docs/api');
  for (const file of files) fastify.get(`/docs/${file.name}`, (request, reply) => sendStatic(request, reply, file));
}
