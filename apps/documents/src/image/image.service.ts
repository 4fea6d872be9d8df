import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import type { ImageView, ReadImage, StoreImage } from '@app/contracts/documents';
import { inspectImage } from '@app/images';
import { Database, Effects, Outcome } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { QuotaService } from '../namespace/metering/quota.service';
import { imageIdOf, toView } from './image';
import { findImage, insertImage, findOrMakeNamespace } from './image.store';
import { imageErased, noImage } from './refusal';
import { bytesOf } from './upload';

/** Stores the images of a namespace, each once however often clients send it, and reads them. */
@Injectable()
export class ImageService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly quotas: QuotaService,
  ) {}

  /** @returns status 201 for an image that is new in the namespace, 200 for one that was stored before */
  async store({ namespace, image }: StoreImage, call: Call): Promise<Outcome> {
    const bytes = bytesOf(image.data);
    const { mediaType, width, height } = await inspectImage(bytes);
    const row = {
      id: imageIdOf(bytes),
      media_type: mediaType,
      bytes: bytes.length,
      width,
      height,
      erased: false,
    };
    const { organization } = call.who;
    const assertWithinQuota = await this.quotas.readFor(call.who);
    return this.effects.runOnce('documents.image-store', call, async (tx) => {
      const { id: namespaceId, deleting, isMade } = await findOrMakeNamespace(tx, { organization, namespace });
      if (deleting) {
        const message = 'The namespace is being deleted; upload when the deletion has ended.';
        throw new Problem('conflict', message, { reason: 'deleting' });
      }
      const isNew = await insertImage(tx, namespaceId, row, bytes);
      if (isNew) assertWithinQuota({ namespaces: isMade ? 1 : 0, documents: 0, bytes: bytes.length });
      return { status: isNew ? 201 : 200, body: JSON.stringify(toView(row)) };
    });
  }

  /** @throws Problem `not_found` or `image_erased` */
  async read({ namespace, id, data }: ReadImage, call: Call): Promise<ImageView> {
    const { organization } = call.who;
    const row = await findImage(this.database, { organization, namespace }, id, data);
    if (row === null) throw noImage(id);
    if (row.erased) throw imageErased(id);
    return toView(row, row.data ?? undefined);
  }
}
