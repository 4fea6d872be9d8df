import { DnsResolver, Egress, TcpDialer, publicAuthorities } from '@app/egress';
import { Module } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { BacklogService } from './delivery/backlog.service';
import { QueueService } from './delivery/queue.service';
import { EndpointHandler } from './endpoint/endpoint.handler';
import { EndpointService } from './endpoint/endpoint.service';
import { RotationService } from './endpoint/rotation.service';
import { RANDOM_BYTES, SecretService } from './endpoint/secret.service';
import { DirectService } from './intake/direct.service';
import { IntakeHandler } from './intake/intake.handler';
import { IntakeService } from './intake/intake.service';
import { LogHandler } from './log/log.handler';
import { LogService } from './log/log.service';
import { EventFinderService } from './requeue/event-finder.service';
import { RecoveryWorker } from './requeue/recovery.worker';
import { RequeueHandler } from './requeue/requeue.handler';
import { RequeueService } from './requeue/requeue.service';
import { TestSendService } from './requeue/test-send.service';
import { PartitionStore } from './retention/partition.store';
import { RetentionWorker } from './retention/retention.worker';
import { AttemptService } from './sender/attempt.service';
import { DispatchService } from './sender/dispatch.service';
import { EGRESS } from './sender/egress.token';
import { ResultRecorder } from './sender/result-recorder';
import { SenderWorker } from './sender/sender.worker';
import { SliceService } from './sender/slice.service';
import { VersionReader } from './sender/version-reader';

const egress = {
  provide: EGRESS,
  useFactory: () =>
    new Egress({ resolver: new DnsResolver(), dialer: new TcpDialer(), authorities: publicAuthorities }),
};

/** Providers by folder, lowest layer first (layers.json). */
@Module({
  providers: [
    ...[egress, { provide: RANDOM_BYTES, useValue: randomBytes }],
    ...[PartitionStore, RetentionWorker],
    ...[SecretService, EndpointService, RotationService, EndpointHandler],
    ...[BacklogService, QueueService],
    ...[LogService, LogHandler],
    ...[SliceService, VersionReader, AttemptService, ResultRecorder, DispatchService, SenderWorker],
    ...[DirectService, IntakeService, IntakeHandler],
    ...[EventFinderService, RecoveryWorker, RequeueService, TestSendService, RequeueHandler],
  ],
})
export class AppModule {}
