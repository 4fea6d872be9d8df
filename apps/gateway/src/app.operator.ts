import { operatorOf } from '@app/boot';
import { gatewaySchema } from './app.schema';
import { carryOut } from './operator/carry-out';
import { readOrder } from './operator/read-order';

/** Runs one of the gateway's operator commands: opens the database and nothing else. @returns the exit code */
export const operate = operatorOf(gatewaySchema, readOrder, carryOut);
