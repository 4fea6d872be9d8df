import { Module } from '@nestjs/common';
import { EventHandler } from './event/event.handler';
import { EventService } from './event/event.service';
import { EventStore } from './event/event.store';
import { LogHandler } from './log/log.handler';
import { LogStore } from './log/log.store';
import { Tail } from './log/tail.service';
import { PartitionStore } from './retention/partition.store';
import { Retention } from './retention/retention.service';

@Module({
  providers: [LogStore, LogHandler, Tail, EventStore, EventService, EventHandler, PartitionStore, Retention],
})
export class AppModule {}
