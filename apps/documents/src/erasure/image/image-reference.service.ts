import { DATABASE, LOGGER } from '@app/boot';
import type { NamespaceRef } from '@app/contracts';
import { type Logger, Waker, logWork, msSince } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockDocuments } from '../../document/document.store';
import { LockedWrites } from '../../write/locked-writes';
import {
  ErasedImage,
  readDocumentsNaming,
  findErased,
  readImagesOf,
  markUnreferenced,
  readNextErased,
} from './image-reference.store';

/** Documents of one transaction. */
const chunk = 500;
/** Documents that are written before the erasure is answered. */
const beforeReply = 2 * chunk;

/**
 * Removes erased images from the documents that name them. Each removal is an ordinary change of the document, so
 * answers that read the image are judged again.
 */
@Injectable()
export class ImageReferenceService extends Waker {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly writes: LockedWrites,
  ) {
    super();
  }

  /** Detaches an image from the first documents. The worker does the rest, and what fails here. */
  async begin(ref: NamespaceRef, id: string): Promise<void> {
    try {
      const image = await findErased(this.database, ref, id);
      for (let done = 0; image !== null && done < beforeReply; done += chunk) if (!(await this.step(image))) return;
    } catch (error) {
      this.logger.warn({ err: error, image: id }, 'the worker will detach an erased image from its documents');
    }
    this.wake();
  }

  /**
   * Detaches one chunk of the image that was erased first, also when the process that erased it was killed before.
   * @returns false when there is nothing to detach
   */
  async next(): Promise<boolean> {
    const image = await readNextErased(this.database);
    if (image !== null) await this.step(image);
    return image !== null;
  }

  /** @returns whether more documents may name the image */
  private async step(image: ErasedImage): Promise<boolean> {
    const ids = await readDocumentsNaming(this.database, image, chunk);
    if (ids.length === 0) {
      await markUnreferenced(this.database, image);
      this.logEnd(image);
      return false;
    }
    await this.database.transaction('documents.image-detach', async (tx) => {
      await lockDocuments(tx, image, ids);
      const documents = await readImagesOf(tx, image, ids);
      const patch = documents.map(({ id, images }) => {
        const names = Object.keys(images).filter((name) => images[name] === image.id);
        return { id, images: Object.fromEntries(names.map((name) => [name, null])) };
      });
      await this.writes.writeWithin(tx, image, { patch }, 'live');
    });
    return true;
  }

  private logEnd({ organization, namespace, id, erasedAt }: ErasedImage): void {
    const about = { organization, namespace, image: id };
    logWork(this.logger, 'walk.ended', () => ({ walk: 'image', outcome: 'ended', ...about, ms: msSince(erasedAt) }));
  }
}
