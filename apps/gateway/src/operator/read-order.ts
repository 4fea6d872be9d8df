import { readOrder as read } from '@app/commands';
import type { Order } from './table/order';
import { explainTable } from './table/explain';
import { keyTable } from './table/key';
import { limitsTable } from './table/limits';
import { mailTable } from './table/mail';
import { organizationTable } from './table/organization';

export const tables = [organizationTable, keyTable, limitsTable, mailTable, explainTable];

/** @throws UnreadableCommand with a sentence, a usage, or the help that the words ask for */
export function readOrder(words: readonly string[]): Order {
  return read('operator', tables, words);
}
