import { Module } from '@nestjs/common';
import { EventHandler } from './event/event.handler';
import { EventService } from './event/event.service';
import { EventStore } from './event/event.store';
import { LogHandler } from './log/log.handler';
import { LogStore } from './log/log.store';
import { TailService } from './tail/tail.service';
import { PartitionStore } from './retention/partition.store';
import { RetentionWorker } from './retention/retention.worker';

@Module({
  providers: [
    LogStore,
    LogHandler,
    TailService,
    EventStore,
    EventService,
    EventHandler,
    PartitionStore,
    RetentionWorker,
  ],
})
export class AppModule {}
