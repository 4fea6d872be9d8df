import { Entry, handle, onEach } from '@app/bus';
import { eventRaised } from '@app/contracts/events';
import {
  coverEndpoint,
  createEndpoint,
  deleteEndpoint,
  listDeliveries,
  listEndpoints,
  patchEndpoint,
  readEndpointHours,
  recoverDeliveries,
  redeliverEvent,
  rotateSecret,
  showEndpoint,
  testEndpoint,
} from '@app/contracts/webhooks';
import { INestApplicationContext } from '@nestjs/common';
import { EndpointHandler } from './endpoint/endpoint.handler';
import { IntakeHandler } from './intake/intake.handler';
import { LogHandler } from './log/log.handler';
import { RequeueHandler } from './requeue/requeue.handler';

/** Events that are looked at together, and queued in one transaction. */
const maxBatch = 200;

export function consumers(app: INestApplicationContext): Entry[] {
  const endpoints = app.get(EndpointHandler);
  const intake = app.get(IntakeHandler);
  const requeue = app.get(RequeueHandler);
  const log = app.get(LogHandler);
  return [
    onEach(eventRaised, maxBatch, (batch) => intake.take(batch)),
    handle(createEndpoint, (query, call) => endpoints.create(query, call)),
    handle(showEndpoint, (query, call) => endpoints.show(query, call)),
    handle(listEndpoints, (query, call) => endpoints.list(query, call)),
    handle(patchEndpoint, (query, call) => endpoints.change(query, call)),
    handle(deleteEndpoint, (query, call) => endpoints.remove(query, call)),
    handle(rotateSecret, (query, call) => endpoints.rotate(query, call)),
    handle(testEndpoint, (query, call) => requeue.test(query, call)),
    handle(listDeliveries, (query, call) => log.list(query, call)),
    handle(readEndpointHours, (query, call) => log.readHours(query, call)),
    handle(recoverDeliveries, (query, call) => requeue.recover(query, call)),
    handle(redeliverEvent, (query, call) => requeue.redeliver(query, call)),
    handle(coverEndpoint, (query, call) => endpoints.cover(query, call)),
  ];
}
