import { Injectable } from '@nestjs/common';
import { PartitionStore } from './partition.store';

/** Makes tomorrow's partition, and drops the partitions of days that are no longer kept. */
@Injectable()
export class RetentionWorker {
  constructor(private readonly partitions: PartitionStore) {}

  /** One round. @returns whether another should follow at once */
  async turn(): Promise<boolean> {
    await this.partitions.makeAhead();
    const dropped = await this.partitions.dropOldest();
    const forgotten = await this.partitions.forgetKeys();
    return dropped || forgotten;
  }
}
