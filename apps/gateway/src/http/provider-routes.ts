import { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ProviderSignIn, Redirect, callbackPath } from '../identity/provider-sign-in/provider-sign-in';

/**
 * Serves the two addresses through which a browser goes to a provider and comes back. They answer browsers with redirects,
 * also when they refuse, so they are no operations of the API document.
 */
export function serveProviderSignIn(fastify: FastifyInstance, signIn: ProviderSignIn): void {
  const send = async (reply: FastifyReply, redirect: Promise<Redirect>): Promise<FastifyReply> => {
    const { location, cookies } = await redirect;
    return reply
      .header('set-cookie', cookies)
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(location, 303);
  };
  // A HEAD would use up the sign-in that its GET ends.
  const withoutHead = { exposeHeadRoute: false };
  fastify.get(callbackPath, withoutHead, (request: FastifyRequest, reply) => {
    const { cookie, 'user-agent': agent } = request.headers;
    return send(reply, signIn.finish(queryOf(request), cookie, agent ?? null));
  });
  fastify.get('/v1/sign-in/oidc/:id', withoutHead, (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const query = new URLSearchParams(queryOf(request));
    const asked = { returnTo: query.get('return_to'), again: query.get('again') === 'true' };
    return send(reply, signIn.start(request.params.id, asked));
  });
}

function queryOf({ raw: { url = '' } }: FastifyRequest): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at);
}
