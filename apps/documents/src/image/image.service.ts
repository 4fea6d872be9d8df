import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { EraseImage, ImageView, ReadImage, StoreImage, imageErased } from '@app/contracts';
import { inspectImage } from '@app/images';
import { Database, Effects, addToOutbox, factRow } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { DetachmentService } from '../erasure/detachment.service';
import { QuotaService } from '../metering/quota.service';
import { imageIdOf, toView } from './image';
import { emptyImage, findImage, insertImage, namespaceFor } from './image.store';
import { bytesOf } from './upload';

/** Pictures of a namespace: stored once however often they come, erased for good. */
@Injectable()
export class ImageService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly detachment: DetachmentService,
    private readonly quotas: QuotaService,
  ) {}

  /** 201 for a picture that is new here, 200 for one that was stored before. */
  async store({ namespace, image }: StoreImage, call: Call): Promise<{ status: number; body: string }> {
    const bytes = bytesOf(image.data);
    const { mediaType, width, height } = await inspectImage(bytes);
    const row = {
      ...{ id: imageIdOf(bytes), media_type: mediaType, bytes: bytes.length },
      ...{ width, height, erased: false },
    };
    const assertRoom = await this.quotas.of(call.who);
    return this.effects.once('documents.image-store', call, async (tx) => {
      const { id: namespaceId, deleting, isMade } = await namespaceFor(tx, call.who.organization, namespace);
      if (deleting) {
        throw new Problem('conflict', 'The namespace is being deleted; upload when the deletion has ended.', {
          reason: 'deleting',
        });
      }
      const isNew = await insertImage(tx, namespaceId, row, bytes);
      if (isNew) assertRoom({ namespaces: isMade ? 1 : 0, documents: 0, bytes: bytes.length });
      return { status: isNew ? 201 : 200, body: JSON.stringify(toView(row)) };
    });
  }

  async read({ namespace, id, data }: ReadImage, call: Call): Promise<ImageView> {
    const row = await findImage(this.database, call.who.organization, namespace, id, data);
    if (row === null) throw absent(id);
    if (row.erased) throw erased(id);
    return toView(row, row.data ?? undefined);
  }

  /** The bytes are gone when this is answered; documents that name the picture lose the name, at most a thousand before the answer. */
  async erase({ namespace, id }: EraseImage, call: Call): Promise<{ status: number; body: string }> {
    const { organization } = call.who;
    const outcome = await this.effects.once('documents.image-erase', call, async (tx) => {
      const before = await emptyImage(tx, organization, namespace, id);
      if (before === null) throw absent(id);
      if (before.erased) throw erased(id);
      await addToOutbox(tx, [factRow(imageErased, { organization, namespace, image: id })]);
      return { status: 200, body: '{"deleted":true}' };
    });
    await this.detachment.begin(organization, namespace, id);
    return outcome;
  }
}

function absent(id: string): Problem {
  return new Problem('not_found', `There is no image \`${id}\`.`);
}

function erased(id: string): Problem {
  return new Problem('image_erased', `The image \`${id}\` was erased; upload it again to have it back.`);
}
