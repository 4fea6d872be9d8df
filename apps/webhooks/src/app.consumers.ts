import { Entry, answer, onBatch } from '@app/bus';
import {
  coverEndpoint,
  createEndpoint,
  deleteEndpoint,
  eventRaised,
  listDeliveries,
  listEndpoints,
  patchEndpoint,
  recoverDeliveries,
  redeliverEvent,
  rotateSecret,
  showEndpoint,
  testEndpoint,
} from '@app/contracts';
import { INestApplicationContext } from '@nestjs/common';
import { DeliveryHandler } from './delivery/delivery.handler';
import { RequeueHandler } from './delivery/requeue.handler';
import { EndpointHandler } from './endpoint/endpoint.handler';
import { LogHandler } from './log/log.handler';

const batchSize = 200;

export function consumers(app: INestApplicationContext): Entry[] {
  const endpoints = app.get(EndpointHandler);
  const deliveries = app.get(DeliveryHandler);
  const requeue = app.get(RequeueHandler);
  const log = app.get(LogHandler);
  return [
    onBatch(eventRaised, batchSize, (batch) => deliveries.queueAll(batch)),
    answer(createEndpoint, (query, call) => endpoints.create(query, call)),
    answer(showEndpoint, (query, call) => endpoints.show(query, call)),
    answer(listEndpoints, (query, call) => endpoints.list(query, call)),
    answer(patchEndpoint, (query, call) => endpoints.change(query, call)),
    answer(deleteEndpoint, (query, call) => endpoints.remove(query, call)),
    answer(rotateSecret, (query, call) => endpoints.rotate(query, call)),
    answer(testEndpoint, (query, call) => endpoints.test(query, call)),
    answer(listDeliveries, (query, call) => log.list(query, call)),
    answer(recoverDeliveries, (query, call) => requeue.recover(query, call)),
    answer(redeliverEvent, (query, call) => requeue.redeliver(query, call)),
    answer(coverEndpoint, (query) => endpoints.cover(query)),
  ];
}
