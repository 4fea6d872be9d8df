import { Platform } from '@app/boot';
import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { GatewaySettings } from '../app.config';
import { readDashboard } from '../dashboard/built-dashboard';
import { commonHeaders, pageHeaders } from '../dashboard/page-headers';
import { prefersHtml } from '../request/accept';
import { noRoute } from './framework-error';
import { htmlType } from './media-types';
import { sendStatic } from './send-static';

/** Serves the dashboard below `/app/` from memory, when it was built; `/` leads browsers to it. */
export function serveDashboard(fastify: FastifyInstance, { config, logger }: Platform<GatewaySettings>): void {
  const built = readDashboard(config.dashboardFolder);
  if (!built) {
    logger.info({ folder: config.dashboardFolder }, 'no dashboard is built: /app/ is not served');
    return;
  }
  const common = commonHeaders(config.publicUrl);
  const page = (_request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers(pageHeaders(nonce, config.publicUrl))
      .header('content-type', htmlType)
      .send(built.page.replaceAll('{{nonce}}', nonce));
  };
  fastify.get('/', (request, reply) => {
    if (!prefersHtml(request.headers.accept)) throw noRoute();
    return reply.redirect('app/', 302);
  });
  fastify.get('/app', (_request, reply) => reply.redirect('/app/', 302));
  fastify.get('/app/*', page);
  fastify.get('/app/assets/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    const file = built.assets.get(name);
    if (!file) throw noRoute();
    return sendStatic(request, reply.headers(common), file);
  });
}
