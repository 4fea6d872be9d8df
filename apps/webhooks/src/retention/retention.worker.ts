import { EFFECTS } from '@app/boot';
import { Effects } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { PartitionStore } from './partition.store';

/** Makes tomorrow's partitions, and deletes old days, the deliveries of deleted endpoints and old kept responses. */
@Injectable()
export class RetentionWorker {
  constructor(
    private readonly partitions: PartitionStore,
    @Inject(EFFECTS) private readonly effects: Effects,
  ) {}

  /** One round. @returns whether another should follow at once */
  async turn(): Promise<boolean> {
    await this.partitions.makeAhead();
    await this.effects.sweep();
    const dropped = await this.partitions.dropOldest();
    const removed = await this.partitions.removeGone();
    return dropped || removed;
  }
}
