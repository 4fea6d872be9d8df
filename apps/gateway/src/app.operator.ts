import { operatorOf } from '@app/boot';
import { gatewaySchema } from './app.schema';
import { carryOut } from './operator/carry-out';
import { tables } from './operator/read-order';

/** The gateway's operator's commands, with those that every service has. */
export const operate = operatorOf(gatewaySchema, { tables, carryOut });
