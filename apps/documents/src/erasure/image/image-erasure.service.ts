import { EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { EraseImage, imageErased as imageErasedFact } from '@app/contracts/documents';
import { Effects, Outcome, addToOutbox, factRow } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { emptyImage } from '../../image/image.store';
import { imageErased, noImage } from '../../image/refusal';
import { ImageReferenceService } from './image-reference.service';

/** Erases images. */
@Injectable()
export class ImageErasureService {
  constructor(
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly detachment: ImageReferenceService,
  ) {}

  /**
   * Removes the bytes of an image before the reply. The documents that name it lose the name: up to a thousand before
   * the reply, the rest by the worker.
   * @throws Problem `not_found` or `image_erased`
   */
  async erase({ namespace, id }: EraseImage, call: Call): Promise<Outcome> {
    const ref = { organization: call.who.organization, namespace };
    const outcome = await this.effects.runOnce('documents.image-erase', call, async (tx) => {
      const before = await emptyImage(tx, ref, id);
      if (before === null) throw noImage(id);
      if (before.erased) throw imageErased(id);
      await addToOutbox(tx, [factRow(imageErasedFact, { ...ref, image: id })]);
      return { status: 200, body: '{"deleted":true}' };
    });
    await this.detachment.begin(ref, id);
    return outcome;
  }
}
