import { Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';

const keepAliveMs = 30_000;
const loopback = 'localhost,127.0.0.1,[::1]';

/**
 * The connections to one origin: through the proxy that `HTTPS_PROXY` (or `HTTP_PROXY`, for plain http) names, but for origins
 * of `NO_PROXY` and of this machine. Both spellings of each are read. A private authority is Node's: `NODE_EXTRA_CA_CERTS`.
 * @param connections at most at a time
 */
export function openDispatcher(origin: string, connections: number, env: NodeJS.ProcessEnv = process.env): Dispatcher {
  // The time-outs of an exchange are the transport's own.
  const options = { connections, keepAliveTimeout: keepAliveMs, headersTimeout: 0, bodyTimeout: 0 };
  const httpProxy = env.http_proxy || env.HTTP_PROXY;
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY;
  const isProxied = origin.startsWith('https:') ? httpsProxy : httpProxy;
  if (!isProxied) return new Pool(origin, options);
  const noProxy = [loopback, env.no_proxy || env.NO_PROXY].filter(Boolean).join(',');
  return new EnvHttpProxyAgent({ ...options, httpProxy, httpsProxy, noProxy });
}
