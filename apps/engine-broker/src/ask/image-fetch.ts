import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { fetchImage } from '@app/contracts/documents';
import { Ask } from '@app/contracts/engines';
import { Inject, Injectable } from '@nestjs/common';

/** Longest time for the pictures of one ask. */
const fetchMs = 5_000;

/** Brings the bytes of an ask's pictures, once an ask: nothing is kept, so that what is erased is gone. */
@Injectable()
export class ImageFetch {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  /**
   * @returns the stored bytes, in the order of the ask's ids
   * @throws Problem `image_erased` or `unknown_image` when one is gone since the context was compiled
   */
  async fetch({ organization, namespace, images }: Ask, deadlineAtMs: number): Promise<Buffer[]> {
    const call = Call.until(Math.min(deadlineAtMs, Date.now() + fetchMs));
    // One after the other: sixteen of five megabytes at once are more than a process should hold in flight.
    const fetched: Buffer[] = [];
    for (const id of images) {
      const { data } = await this.bus.requester.ask(fetchImage, { organization, namespace, id }, call);
      fetched.push(Buffer.from(data, 'base64'));
    }
    return fetched;
  }
}
