import { Platform } from '@app/boot';
import { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, NestFastifyApplication } from '@nestjs/platform-fastify';
import { FastifyInstance } from 'fastify';
import type { Server } from 'node:http';
import type { GatewaySettings } from '../app.config';
import { AccessLog } from './access-log';
import { Admission } from './admission';
import { BodyReader } from './body-reader';
import { serveDashboard } from './dashboard-routes';
import { answerClientError } from './client-error';
import { ErrorResponder } from './error-responder';
import { bodyLimitBytes } from './framework-error';
import { ProviderSignIn } from '../identity/provider-sign-in/provider-sign-in';
import { serveProviderSignIn } from './provider-routes';
import { Reply, Request } from './request-context';
import { requestIdHeader, requestIdOf } from './request-id';
import { ForwardedRoute, Route, isForwarded } from './route';
import { serveRoot } from './root-route';
import { RouteRunner } from './route-runner';
import { serveUnversioned } from './unversioned-routes';

/** Longer than any name with every byte percent-encoded, so that the gateway and not the router refuses a longer one. */
const maxParamLength = 16_384;
const noQuery: Record<string, never> = {};
/** How often a server that closes looks for idle connections. */
const idleLookMs = 100;

const options = {
  skipMiddie: true,
  // Read by `requestIdOf`, which checks it.
  requestIdHeader: false as const,
  genReqId: requestIdOf,
  bodyLimit: bodyLimitBytes,
  // `BodyReader` refuses a body earlier, with the headers of its reply. This ends what goes on to send after a refusal.
  requestTimeout: 45_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 61_000,
  forceCloseConnections: 'idle' as const,
  return503OnClosing: false,
  // Its body is left out by Fastify; what else a HEAD does not do, the request's context says.
  exposeHeadRoutes: true,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
  routerOptions: {
    maxParamLength,
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    // `readQuery` parses the query string by the route's own class.
    querystringParser: () => noQuery,
  },
  clientErrorHandler: answerClientError,
};

/**
 * Makes the public HTTP server: Nest over Fastify, without the defaults of Fastify that the contract does not allow.
 * @param root module of the application
 * @param routes under `/v1`; the controllers of the module serve those that are not forwarded
 */
export async function createServer(
  root: Type,
  platform: Platform<GatewaySettings>,
  routes: readonly Route[],
): Promise<NestFastifyApplication> {
  const responder = new ErrorResponder(platform.logger);
  const adapter = new FastifyAdapter({
    ...options,
    frameworkErrors: (error: unknown, request: unknown, reply: unknown) =>
      responder.send(request as Request, reply as Reply, error),
  });
  const app = await NestFactory.create<NestFastifyApplication>(root, adapter, {
    logger: ['error', 'warn'],
    abortOnError: false,
    bodyParser: false,
  });
  const fastify = adapter.getInstance() as unknown as FastifyInstance;
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', app.get(BodyReader).read);
  fastify.decorateRequest('context');
  const admission = app.get(Admission);
  // Before admission, so that a refusal carries it too.
  fastify.addHook('onRequest', (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
  // When the reply goes out, since the process may be asked to end while a request waits.
  fastify.addHook('onSend', (_, reply, payload, done) => {
    // A client that goes on with the connection would be cut off, or keep the process from its end. One that is to come again
    // may still send the body of what was refused, and would lose a reply that closes.
    const isRefusedForNow = reply.statusCode >= 400 && reply.hasHeader('retry-after');
    if (platform.health.isDraining && !isRefusedForNow) reply.header('connection', 'close');
    done(null, payload);
  });
  fastify.addHook('onRequest', admission.onRequest);
  fastify.addHook('preHandler', admission.preHandler);
  fastify.addHook('onResponse', app.get(AccessLog).onResponse);
  serveUnversioned(fastify, platform, routes);
  serveRoot(fastify, platform.health, serveDashboard(fastify, platform));
  serveProviderSignIn(fastify, app.get(ProviderSignIn));
  serveForwarded(fastify, app.get(RouteRunner), routes.filter(isForwarded));
  return app;
}

/** Takes no new connection, closes those that are idle or become so, and waits for the others to be answered. */
export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // What was answered just before may be kept open by its client for a minute.
  const closing = setInterval(() => server.closeIdleConnections(), idleLookMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(closing);
}

function serveForwarded(fastify: FastifyInstance, runner: RouteRunner, routes: readonly ForwardedRoute[]): void {
  for (const route of routes)
    fastify.route({
      method: route.method,
      url: `/v1${route.path}`,
      config: { spec: route },
      exposeHeadRoute: route.head !== false,
      handler: (request, reply) => runner.forward(route, request, reply),
    });
}
