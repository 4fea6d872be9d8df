import { RawReply } from '@app/bus';
import { readImage } from '@app/contracts/documents';
import { Controller } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { prefersImage } from '../../request/accept';
import { imageIdOf, readOneImage } from './image-routes';
import { ReadImageQuery } from './images.schema';

@Controller()
export class ImagesController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
  ) {}

  /** JSON, or the bytes of the image when the client asks for them. */
  @Serves(readOneImage)
  read(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const { namespace, query } = context;
      const id = imageIdOf(context);
      if (!prefersImage(request.headers.accept)) {
        const data = (query as ReadImageQuery).include === 'data';
        return this.owners.askRaw(readImage, { namespace, id, data }, context);
      }
      const { media_type, data = '' } = await this.owners.ask(readImage, { namespace, id, data: true }, context);
      // The bytes come from a client and share the dashboard's origin: a browser must not take them for another type.
      reply
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox");
      return new RawReply(Buffer.from(data, 'base64'), { media_type });
    });
  }
}
