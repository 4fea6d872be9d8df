import { DATABASE } from '@app/boot';
import { Caller } from '@app/contracts';
import { DeliveryList, EndpointHours } from '@app/contracts/webhooks';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { assertVisible } from '../endpoint/endpoint-access';
import { findEndpoint } from '../endpoint/endpoint.store';
import { readHours } from '../tally/hours.store';
import { toView } from './log-entry';
import { LogFilter, LogPosition, listDeliveries } from './log.store';

export interface LogRequest {
  endpointId: string;
  filter: LogFilter;
  cursor: string | undefined;
  limit: number;
}

/** The log of an endpoint's deliveries, with the latest attempt of each. */
@Injectable()
export class LogService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws Problem `not_found`; `invalid_request`, reason bad_cursor */
  async list({ endpointId, filter, cursor, limit }: LogRequest, who: Caller): Promise<DeliveryList> {
    const after = positionOf(cursor);
    assertVisible(who, endpointId, await findEndpoint(this.database, who.organization, endpointId));
    const { rows, next } = await listDeliveries(this.database, endpointId, filter, after, limit);
    return {
      deliveries: rows.map(toView),
      next_cursor: next && encodeCursor('deliveries', [next.createdUs, next.id]),
    };
  }

  /** Deliveries by hour, oldest first; the last hour is the present one. @throws Problem `not_found` */
  async readHours(endpointId: string, hours: number, who: Caller): Promise<EndpointHours> {
    assertVisible(who, endpointId, await findEndpoint(this.database, who.organization, endpointId));
    return { hours: await readHours(this.database, endpointId, hours) };
  }
}

function positionOf(cursor: string | undefined): LogPosition | null {
  const key = decodeCursor('deliveries', cursor);
  return key && { createdUs: key[0], id: key[1] };
}
