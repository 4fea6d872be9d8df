import { DATABASE } from '@app/boot';
import { Caller, DeliveryList, DeliveryStatus } from '@app/contracts';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { assertVisible } from '../endpoint/endpoint-access';
import { findEndpoint } from '../endpoint/endpoint.store';
import { toView } from './log-entry';
import { LogPosition, listDeliveries } from './log.store';

export interface LogRequest {
  endpointId: string;
  /** Left out for every status. */
  status: DeliveryStatus | undefined;
  cursor: string | undefined;
  limit: number;
}

/** The log of an endpoint's deliveries, with the latest attempt of each. */
@Injectable()
export class LogService {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** @throws Problem `not_found`; `invalid_request`, reason bad_cursor */
  async list({ endpointId, status, cursor, limit }: LogRequest, who: Caller): Promise<DeliveryList> {
    const after = positionOf(cursor);
    assertVisible(who, endpointId, await findEndpoint(this.database, who.organization, endpointId));
    const rows = await listDeliveries(this.database, endpointId, status, after, limit + 1);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      deliveries: page.map(toView),
      next_cursor: rows.length > limit && last ? encodeCursor('deliveries', [last.created_us, last.id]) : null,
    };
  }
}

function positionOf(cursor: string | undefined): LogPosition | null {
  const key = decodeCursor('deliveries', cursor, 2);
  if (key === null) return null;
  const [createdUs, id] = key;
  if (typeof createdUs === 'string' && /^\d{1,17}$/.test(createdUs) && typeof id === 'string') return { createdUs, id };
  throw invalid('bad_cursor', '/cursor', 'Send `cursor` exactly as `next_cursor` gave it, or leave it out.');
}
