import { DnsResolver, Egress, TcpDialer, publicAuthorities } from '@app/egress';
import { Module } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Backlog } from './delivery/backlog.service';
import { ClaimStore } from './delivery/claim.store';
import { DeliveryHandler } from './delivery/delivery.handler';
import { EventFinder } from './delivery/event-finder.service';
import { HeldStore } from './delivery/held.store';
import { QueueStore } from './delivery/queue.store';
import { RequeueHandler } from './delivery/requeue.handler';
import { Requeue } from './delivery/requeue.service';
import { RequeueStore } from './delivery/requeue.store';
import { ResultStore } from './delivery/result.store';
import { EndpointHandler } from './endpoint/endpoint.handler';
import { EndpointService } from './endpoint/endpoint.service';
import { EndpointStore } from './endpoint/endpoint.store';
import { Rotation } from './endpoint/rotation.service';
import { RANDOM_BYTES, Secrets } from './endpoint/secret.service';
import { TestSend } from './endpoint/test-send.service';
import { HealthStore } from './health/health.store';
import { LogHandler } from './log/log.handler';
import { LogService } from './log/log.service';
import { LogStore } from './log/log.store';
import { PartitionStore } from './retention/partition.store';
import { Retention } from './retention/retention.service';
import { Attempts } from './sender/attempts.service';
import { EGRESS } from './sender/egress.token';
import { InForce } from './sender/in-force.service';
import { Recorder } from './sender/recorder.service';
import { Sender } from './sender/sender.service';
import { Slices } from './sender/slices.service';
import { TallySweep } from './tally/tally-sweep.service';
import { TallyStore } from './tally/tally.store';

@Module({
  providers: [
    {
      provide: EGRESS,
      useFactory: () =>
        new Egress({ resolver: new DnsResolver(), dialer: new TcpDialer(), authorities: publicAuthorities }),
    },
    { provide: RANDOM_BYTES, useValue: randomBytes },
    ...[EndpointStore, EndpointService, EndpointHandler, Rotation, TestSend, Secrets],
    ...[
      QueueStore,
      ClaimStore,
      HeldStore,
      ResultStore,
      DeliveryHandler,
      Backlog,
      Requeue,
      RequeueStore,
      EventFinder,
      RequeueHandler,
    ],
    HealthStore,
    ...[LogStore, LogService, LogHandler],
    ...[Sender, Attempts, InForce, Slices, Recorder],
    ...[PartitionStore, Retention],
    ...[TallyStore, TallySweep],
  ],
})
export class AppModule {}
