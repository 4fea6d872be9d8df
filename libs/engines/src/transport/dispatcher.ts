import type { LookupFunction } from 'node:net';
import { Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import { publicLookup } from './public-lookup';

const keepAliveMs = 30_000;
const loopback = 'localhost,127.0.0.1,[::1]';

/**
 * The connections to one origin: through the proxy that `HTTPS_PROXY` (or `HTTP_PROXY`, for plain http) names, but for origins
 * of `NO_PROXY` and of this machine. Both spellings of each are read. A private authority is Node's: `NODE_EXTRA_CA_CERTS`.
 * @param connections at most at a time
 * @param isPublicOnly connects only to names whose addresses are all public; a proxy looks names up itself, by rules of its own
 */
export function openDispatcher(
  origin: string,
  connections: number,
  env: NodeJS.ProcessEnv = process.env,
  isPublicOnly = false,
): Dispatcher {
  // The time-outs of an exchange are the transport's own.
  const options = { connections, keepAliveTimeout: keepAliveMs, headersTimeout: 0, bodyTimeout: 0 };
  const lookup: LookupFunction | undefined = isPublicOnly ? publicLookup() : undefined;
  const connect = lookup && { lookup };
  const httpProxy = env.http_proxy || env.HTTP_PROXY;
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY;
  const isProxied = origin.startsWith('https:') ? httpsProxy : httpProxy;
  if (!isProxied) return new Pool(origin, { ...options, connect });
  const noProxy = [loopback, env.no_proxy || env.NO_PROXY].filter(Boolean).join(',');
  return new EnvHttpProxyAgent({ ...options, connect, httpProxy, httpsProxy, noProxy });
}
