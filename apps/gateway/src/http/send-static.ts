import { StaticFile, formFor } from '../page/static-file';
import { Reply, Request } from './request-context';

/** How long a browser keeps a file: a year where another content has another name, else until it has asked again. */
const keeping = { 'for a year': 'public, max-age=31536000, immutable', 'until asked': 'no-cache' };

/** Sends a file of a page, in the form that the browser takes. */
export function sendStatic(
  request: Request,
  reply: Reply,
  file: StaticFile,
  kept: keyof typeof keeping = 'for a year',
): Reply {
  const { bytes, coding } = formFor(file, request.headers['accept-encoding']);
  const tag = `"${file.name}${coding === null ? '' : `-${coding}`}"`;
  reply.headers({
    'cache-control': keeping[kept],
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
    etag: tag,
  });
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.header('content-type', file.mediaType).send(bytes);
}
