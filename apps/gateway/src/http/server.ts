import { Platform } from '@app/boot';
import { notAvailableYet } from '@app/problem';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { Type } from '@nestjs/common';
import { FastifyInstance } from 'fastify';
import { Socket } from 'node:net';
import { GatewaySettings } from '../app.config';
import { documentPage } from '../api-documents/page';
import { openApi } from '../api-documents/openapi';
import { plannedRoutes } from '../routes/planned-routes';
import { Reply, Request } from './request-context';
import { Admission } from './admission';
import { AccessLog } from './access-log';
import { ErrorResponder, jsonType } from './error-responder';

const bodyLimitBytes = 8 * 1024 * 1024;
/** Longer than any name percent-encoded whole: what is too long is refused by us, not by the router. */
const maxParam = 16_384;
const noQuery: Record<string, never> = {};

const options = {
  skipMiddie: true,
  bodyLimit: bodyLimitBytes,
  requestTimeout: 30_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 61_000,
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  exposeHeadRoutes: false,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
  routerOptions: {
    maxParamLength: maxParam,
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    // Each route reads its own query, strictly.
    querystringParser: () => noQuery,
  },
  clientErrorHandler,
};

/** The public HTTP server: Nest over Fastify, with every default that the contract refuses turned off. */
export async function createServer(root: Type, platform: Platform<GatewaySettings>): Promise<NestFastifyApplication> {
  const refusals = new ErrorResponder(platform.logger);
  const adapter = new FastifyAdapter({
    ...options,
    frameworkErrors: (error: unknown, request: unknown, reply: unknown) =>
      refusals.send(request as Request, reply as Reply, error),
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: ['error', 'warn'],
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  const admission = app.get(Admission);
  const journal = app.get(AccessLog);
  fastify.removeAllContentTypeParsers();
  // Bodies stay bytes until idempotency has seen them.
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  fastify.decorateRequest('asked');
  fastify.addHook('onRequest', admission.enter);
  fastify.addHook('preHandler', admission.open);
  fastify.addHook('onResponse', journal.write);
  serveBeside(fastify, platform);
  for (const spec of plannedRoutes) {
    const refuse = async (): Promise<never> => {
      throw notAvailableYet(spec.path);
    };
    fastify.route({ method: spec.method, url: `/v1${spec.path}`, config: { spec }, handler: refuse });
  }
  return app;
}

/** What stands outside `/v1`: health, metrics, documents. */
function serveBeside(fastify: FastifyInstance, { health, metrics, config }: Platform<GatewaySettings>): void {
  const document = JSON.stringify(openApi());
  fastify.get('/health/live', (_request, reply) => reply.header('content-type', jsonType).send('{"ok":true}'));
  fastify.get('/health/ready', async (_request, reply) => {
    const { ok } = await health.readiness();
    // Only the private port shows which part fails.
    return reply
      .code(ok ? 200 : 503)
      .header('content-type', jsonType)
      .send(JSON.stringify({ ok }));
  });
  fastify.get('/metrics', async (_request, reply) =>
    reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
  fastify.get('/openapi.json', (_request, reply) => reply.header('content-type', jsonType).send(document));
  const addresses = JSON.stringify({ addresses: config.webhookEgressAddresses });
  fastify.get('/webhook-egress-addresses', (_request, reply) => reply.header('content-type', jsonType).send(addresses));
  fastify.get('/docs', (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(documentPage),
  );
}

/** What Node's parser refuses: a clean answer, then the connection ends. */
function clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const line = late ? '408 Request Timeout' : '400 Bad Request';
  const message = late ? 'The request came too slowly.' : 'The request is not valid HTTP.';
  const body = JSON.stringify({ error: { code: 'invalid_request', message } });
  socket.end(
    `HTTP/1.1 ${line}\r\ncontent-type: ${jsonType}\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}
