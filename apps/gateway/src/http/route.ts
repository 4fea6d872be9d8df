import { RequestMessage } from '@app/contracts';
import { RequestMapping, RequestMethod, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { RouteSpec, withDefaults } from '../request/route-spec';
import { RequestContext } from './request-context';

/** A route whose reply is the reply of its owner to one message. */
export interface ForwardedRoute extends RouteSpec {
  to: RequestMessage;
  payload(context: RequestContext): object | Uint8Array;
}

/** The server forwards a route with `to`; a controller serves any other. */
export type Route = RouteSpec | ForwardedRoute;

interface Forwarding<Q extends object, R extends object, Body extends object, Query extends object> {
  /** The message to the owner. */
  to: RequestMessage<Q, R>;
  /**
   * Makes the message's payload of the checked request.
   * @returns the payload, or the bytes of its JSON
   * @throws Problem when the key may not make this request, or when a check that no schema states refuses it
   */
  payload(context: RequestContext<Body, Query>): Q | Uint8Array;
}

/** Declares a route that the server forwards to its owner. */
export function forward<Q extends object, R extends object, Body extends object, Query extends object>(
  route: RouteSpec<Body, Query> & Forwarding<Q, R, Body, Query>,
): ForwardedRoute {
  return withDefaults(route);
}

/** Declares a route that a controller serves. */
export function route(spec: RouteSpec): RouteSpec {
  return withDefaults(spec);
}

export function isForwarded(declared: Route): declared is ForwardedRoute {
  return 'to' in declared;
}

/** Serves a declared route with a controller's method, which Nest calls with the request and the reply. */
export function Serves(spec: RouteSpec): MethodDecorator {
  return (target, key, descriptor) => {
    Req()(target, key, 0);
    Res()(target, key, 1);
    RouteConfig({ spec })(target, key, descriptor);
    RequestMapping({ path: `/v1${spec.path}`, method: RequestMethod[spec.method] })(target, key, descriptor);
  };
}
