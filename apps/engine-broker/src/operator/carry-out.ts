import { Database } from '@app/persistence';
import { overrideRate } from '../engine/engine.store';
import { OperatorOrder } from './order';

/** @throws Error when there is no such engine yet */
export async function carryOut(database: Database, order: OperatorOrder): Promise<string> {
  const isKnown = await overrideRate(database, order.engine, order.override);
  if (!isKnown) throw new Error(`Engine ${order.engine} is not known; start the broker once, then try again.`);
  return order.override === null
    ? `${order.engine}: limits as configured`
    : `${order.engine}: ${JSON.stringify(order.override)} above the configuration, in force within a second`;
}
