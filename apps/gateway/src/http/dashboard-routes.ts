import { Platform } from '@app/boot';
import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { GatewaySettings } from '../app.config';
import { awaitedPage } from '../page/awaited-page';
import { awaitedDashboard } from '../page/built-dashboard';
import { commonHeaders, pageHeaders } from '../page/page-headers';
import { noRoute } from './framework-error';
import { htmlType } from './media-types';
import { sendStatic } from './send-static';

/**
 * Serves the dashboard below `/app/` from memory, when it was built or is awaited.
 * @returns whether it is served
 */
export function serveDashboard(fastify: FastifyInstance, { config, logger }: Platform<GatewaySettings>): boolean {
  const dashboard = awaitedDashboard(config.dashboardFolder);
  if (!dashboard() && config.dashboardAwaited === 'false') {
    logger.info({ folder: config.dashboardFolder }, 'no dashboard is built: /app/ is not served');
    return false;
  }
  const common = commonHeaders(config.publicUrl);
  const page = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    reply.headers(pageHeaders(nonce, config.publicUrl)).header('content-type', htmlType);
    const built = dashboard();
    if (!built) return reply.code(503).header('retry-after', '1').send(awaitedPage(nonce));
    return reply.send(built.page.replaceAll('{{nonce}}', nonce));
  };
  fastify.get('/app', (_request, reply) => reply.redirect('/app/', 302));
  fastify.get('/app/*', page);
  fastify.get('/app/assets/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    const file = dashboard()?.assets.get(name);
    if (!file) throw noRoute();
    return sendStatic(request, reply.headers(common), file);
  });
  return true;
}
