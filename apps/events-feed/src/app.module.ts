import { Module } from '@nestjs/common';
import { EventHandler } from './event/event.handler';
import { EventService } from './event/event.service';
import { LogHandler } from './log/log.handler';
import { LogService } from './log/log.service';
import { PartitionStore } from './retention/partition.store';
import { RetentionWorker } from './retention/retention.worker';
import { TailService } from './tail/tail.service';

/** Providers by folder, lowest layer first (layers.json). */
@Module({
  providers: [PartitionStore, RetentionWorker, TailService, LogService, LogHandler, EventService, EventHandler],
})
export class AppModule {}
