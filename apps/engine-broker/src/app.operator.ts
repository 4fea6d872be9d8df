import { operatorOf } from '@app/boot';
import { brokerSchema } from './app.schema';
import { carryOut } from './operator/carry-out';
import { engineTable } from './operator/order';

/** The broker's operator's commands, with those that every service has. */
export const operate = operatorOf(brokerSchema, { tables: [engineTable], carryOut });
