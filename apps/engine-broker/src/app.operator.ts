import { operatorOf } from '@app/boot';
import { brokerSchema } from './app.schema';
import { carryOut } from './operator/carry-out';
import { readOrder } from './operator/order';

/** Runs one of the broker's operator commands: opens the database and nothing else. @returns the exit code */
export const operate = operatorOf(brokerSchema, readOrder, carryOut);
