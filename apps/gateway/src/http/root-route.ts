import { Health } from '@app/observability';
import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefersHtml } from '../request/accept';
import { noRoute } from './framework-error';

/**
 * Serves `/`: browsers are led to the dashboard, and who does not ask for HTML learns whether this process takes requests,
 * 200 or 503 without a body. Load balancers without a path of their own ask there, as those of GKE's ingress do.
 */
export function serveRoot(fastify: FastifyInstance, health: Health, hasDashboard: boolean): void {
  fastify.route({
    method: ['GET', 'HEAD'],
    url: '/',
    handler: async (request: FastifyRequest, reply: FastifyReply) => {
      if (!prefersHtml(request.headers.accept)) {
        // No server is asked: nobody who comes here has shown a key.
        return reply
          .code(health.takesRequests ? 200 : 503)
          .header('cache-control', 'no-store')
          .send();
      }
      if (!hasDashboard) throw noRoute();
      return reply.redirect('app/', 302);
    },
  });
}
