import { Entry, handle, onBatch } from '@app/bus';
import { eventRaised, getEvent, listEvents, showEvent } from '@app/contracts/events';
import { INestApplicationContext } from '@nestjs/common';
import { EventHandler } from './event/event.handler';
import { LogHandler } from './log/log.handler';

/** Events that one transaction numbers. Transactions wait for each other, so large batches make the rate. */
const maxBatch = 500;

export function consumers(app: INestApplicationContext): Entry[] {
  const log = app.get(LogHandler);
  const events = app.get(EventHandler);
  return [
    onBatch(eventRaised, maxBatch, (batch) => log.record(batch)),
    handle(listEvents, (query, call) => events.list(query, call)),
    handle(showEvent, (query, call) => events.show(query, call)),
    handle(getEvent, (query) => events.get(query)),
  ];
}
