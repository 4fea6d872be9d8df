import { Deleted } from '@app/contracts';
import { ImageBody, ImageView, eraseImage, imageIdPattern, storeImage } from '@app/contracts/documents';
import { Problem } from '@app/problem';
import { RequestContext } from '../../http/request-context';
import { Route, forward, route } from '../../http/route';
import { ReadImageQuery } from './images.schema';

const tag = 'Documents';
const images = '/namespaces/:ns/images';

export const readOneImage = route({
  method: 'GET',
  path: `${images}/:id`,
  tag,
  summary: 'What a stored picture is; its bytes in base64 with `include=data`, or raw for `Accept: image/*`.',
  access: 'read',
  namespace: 'namespace',
  query: ReadImageQuery,
  success: [200],
  reply: ImageView,
  alsoAs: 'image/*',
  errors: ['not_found', 'image_erased'],
  reasons: ['bad_query'],
});

export const imageRoutes: readonly Route[] = [
  forward({
    method: 'POST',
    path: images,
    tag,
    summary:
      'Stores a picture (PNG, JPEG, WebP or GIF, at most 5 MiB) under an id made of its bytes; 200 when it is stored already. The bytes themselves may be sent with a `Content-Type` of `image/*`.',
    access: 'change',
    namespace: 'namespace',
    body: ImageBody,
    rawBody: true,
    success: [201, 200],
    reply: ImageView,
    errors: ['invalid_image', 'too_large', 'conflict', 'plan_required'],
    reasons: ['bad_encoding', 'images', 'deleting', 'body_bytes', 'media_type'],
    to: storeImage,
    payload: ({ namespace, body }) => ({ namespace, image: body }),
  }),
  readOneImage,
  forward({
    method: 'DELETE',
    path: `${images}/:id`,
    tag,
    summary:
      'Erases a picture for good: its bytes, the contexts that held it, and the names by which documents have it.',
    access: 'change',
    namespace: 'namespace',
    success: [200],
    reply: Deleted,
    errors: ['not_found', 'image_erased'],
    to: eraseImage,
    payload: (context) => ({ namespace: context.namespace, id: imageIdOf(context) }),
  }),
];

/** @throws Problem `not_found` for a text that is not an image id, without asking the owner */
export function imageIdOf({ params }: RequestContext): string {
  const { id } = params;
  if (imageIdPattern.test(id)) return id;
  throw new Problem('not_found', 'There is no such image.');
}
