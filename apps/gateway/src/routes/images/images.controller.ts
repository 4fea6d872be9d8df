import { Deleted, ImageBody, ImageView, eraseImage, imageIdPattern, readImage, storeImage } from '@app/contracts';
import { Problem } from '@app/problem';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { RequestContext, Reply, Request } from '../../http/request-context';
import { Route } from '../../request/route-spec';
import { ReadImageQuery } from './images.schema';

const tag = 'Documents';
/** Who names a picture first wants the bytes themselves, as a page that shows it does; JSON is the default for everybody else. */
const wantsBytes = /^\s*image\/[a-z*+.-]+(\s*[,;].*)?$/i;

@Controller()
export class ImagesController {
  constructor(private readonly desk: OwnerClient) {}

  @Route({
    method: 'POST',
    path: '/namespaces/:ns/images',
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
  })
  store(request: Request, reply: Reply): Promise<void> {
    const { namespace, body } = request.asked;
    return this.desk.forward(request, reply, storeImage, { namespace, image: body as ImageBody });
  }

  @Route({
    method: 'GET',
    path: '/namespaces/:ns/images/:id',
    tag,
    summary: 'What a stored picture is; its bytes in base64 with `include=data`, or raw for `Accept: image/*`.',
    access: 'read',
    namespace: 'namespace',
    query: ReadImageQuery,
    success: [200],
    reply: ImageView,
    errors: ['not_found', 'image_erased'],
    reasons: ['bad_query'],
  })
  async read(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    const id = idOf(asked);
    if (!wantsBytes.test(request.headers.accept ?? '')) {
      const data = (asked.query as ReadImageQuery).include === 'data';
      return this.desk.forward(request, reply, readImage, { namespace: asked.namespace, id, data });
    }
    const { media_type, data = '' } = await this.desk.ask(
      readImage,
      { namespace: asked.namespace, id, data: true },
      asked,
    );
    // Stored bytes come from a client: a browser must take them for nothing else.
    reply
      .code(200)
      .header('content-type', media_type)
      .header('x-content-type-options', 'nosniff')
      .send(Buffer.from(data, 'base64'));
  }

  @Route({
    method: 'DELETE',
    path: '/namespaces/:ns/images/:id',
    tag,
    summary:
      'Erases a picture for good: its bytes, the contexts that held it, and the names by which documents have it.',
    access: 'change',
    namespace: 'namespace',
    success: [200],
    reply: Deleted,
    errors: ['not_found', 'image_erased'],
  })
  erase(request: Request, reply: Reply): Promise<void> {
    const { asked } = request;
    return this.desk.forward(request, reply, eraseImage, { namespace: asked.namespace, id: idOf(asked) });
  }
}

/** What is no id names nothing: owners are not asked. */
function idOf({ params }: RequestContext): string {
  const { id } = params;
  if (imageIdPattern.test(id)) return id;
  throw new Problem('not_found', 'There is no such image.');
}
