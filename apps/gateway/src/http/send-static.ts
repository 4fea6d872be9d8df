import { StaticFile, formFor } from '../page/static-file';
import { Reply, Request } from './request-context';

/** Sends a file that a browser may keep for a year, in the form that it takes: another content has another name. */
export function sendStatic(request: Request, reply: Reply, file: StaticFile): Reply {
  const { bytes, coding } = formFor(file, request.headers['accept-encoding']);
  const tag = `"${file.name}${coding === null ? '' : `-${coding}`}"`;
  reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    etag: tag,
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.header('content-type', file.mediaType).send(bytes);
}
