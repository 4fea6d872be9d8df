import { Call } from '@app/bus';
import { DeliveryList, ListDeliveries } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { LogService } from './log.service';

const defaultLimit = 100;

@Injectable()
export class LogHandler {
  constructor(private readonly log: LogService) {}

  list({ id, status, limit, cursor }: ListDeliveries, call: Call): Promise<DeliveryList> {
    const request = { endpointId: id, status, cursor, limit: limit ?? defaultLimit };
    return this.log.list(request, call.who);
  }
}
