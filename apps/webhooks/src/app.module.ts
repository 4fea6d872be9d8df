import { DnsResolver, Egress, TcpDialer, publicAuthorities } from '@app/egress';
import { Module } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Backlog } from './delivery/backlog.service';
import { ClaimStore } from './delivery/claim.store';
import { DeliveryHandler } from './intake/intake.handler';
import { EventFinderService } from './requeue/event-finder.service';
import { HeldStore } from './delivery/held.store';
import { QueueStore } from './intake/queue.store';
import { RequeueHandler } from './requeue/requeue.handler';
import { RequeueService } from './requeue/requeue.service';
import { RequeueStore } from './requeue/requeue.store';
import { ResultStore } from './delivery/result.store';
import { EndpointHandler } from './endpoint/endpoint.handler';
import { EndpointService } from './endpoint/endpoint.service';
import { EndpointStore } from './endpoint/endpoint.store';
import { RotationService } from './endpoint/rotation.service';
import { RANDOM_BYTES, SecretService } from './endpoint/secret.service';
import { TestSendService } from './requeue/test-send.service';
import { HealthStore } from './health/health.store';
import { LogHandler } from './log/log.handler';
import { LogService } from './log/log.service';
import { LogStore } from './log/log.store';
import { PartitionStore } from './retention/partition.store';
import { RetentionWorker } from './retention/retention.worker';
import { AttemptService } from './sender/attempt.service';
import { EGRESS } from './sender/egress.token';
import { VersionReader } from './sender/version-reader.service';
import { ResultRecorder } from './sender/result-recorder.service';
import { Sender } from './sender/sender.service';
import { SliceService } from './sender/slice.service';
import { TallySweepWorker } from './tally/tally-sweep.worker';
import { TallyStore } from './tally/tally.store';

@Module({
  providers: [
    {
      provide: EGRESS,
      useFactory: () =>
        new Egress({ resolver: new DnsResolver(), dialer: new TcpDialer(), authorities: publicAuthorities }),
    },
    { provide: RANDOM_BYTES, useValue: randomBytes },
    ...[EndpointStore, EndpointService, EndpointHandler, RotationService, TestSendService, SecretService],
    ...[
      QueueStore,
      ClaimStore,
      HeldStore,
      ResultStore,
      DeliveryHandler,
      Backlog,
      RequeueService,
      RequeueStore,
      EventFinderService,
      RequeueHandler,
    ],
    HealthStore,
    ...[LogStore, LogService, LogHandler],
    ...[Sender, AttemptService, VersionReader, SliceService, ResultRecorder],
    ...[PartitionStore, RetentionWorker],
    ...[TallyStore, TallySweepWorker],
  ],
})
export class AppModule {}
