import { DATABASE, LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { lockForWrite } from '../write/commit.store';
import { WriteService } from '../write/write.service';
import { Detaching, detachingAt, documentsNaming, markDetached, namesIn, nextDetaching } from './detachment.store';

const chunk = 500;
/** Documents that are written before an erasure is answered. */
const before = 2 * chunk;

/** Takes erased pictures off the documents that name them: an ordinary change of each, so that what read one is judged again. */
@Injectable()
export class DetachmentService {
  private wake: () => void = () => undefined;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly writes: WriteService,
  ) {}

  onWake(wake: () => void): void {
    this.wake = wake;
  }

  /** The first documents at once; the rest, and what fails here, is the worker's. */
  async begin(organization: string, namespace: string, id: string): Promise<void> {
    try {
      const image = await detachingAt(this.database, organization, namespace, id);
      for (let done = 0; image !== null && done < before; done += chunk) if (!(await this.step(image))) return;
    } catch (error) {
      this.logger.warn({ err: error, image: id }, 'an erased image is taken off its documents later');
    }
    this.wake();
  }

  /** One chunk of the picture that waits longest; false when none waits. */
  async next(): Promise<boolean> {
    const image = await nextDetaching(this.database);
    if (image !== null) await this.step(image);
    return image !== null;
  }

  /** @returns whether there may be more */
  private async step(image: Detaching): Promise<boolean> {
    const ids = await documentsNaming(this.database, image, chunk);
    if (ids.length === 0) {
      await markDetached(this.database, image);
      return false;
    }
    const { organization, namespace } = image;
    await this.database.transaction('documents.image-detach', async (tx) => {
      await lockForWrite(tx, organization, namespace, ids);
      const documents = await namesIn(tx, image, ids);
      const patch = documents.map((document) => {
        const names = Object.keys(document.images).filter((name) => document.images[name] === image.id);
        return { id: document.id, images: Object.fromEntries(names.map((name) => [name, null])) };
      });
      await this.writes.writeWithin(tx, { organization, namespace }, { patch }, 'live');
    });
    return true;
  }
}
