import { Call } from '@app/bus';
import { DeliveryList, EndpointHours, ListDeliveries, ReadEndpointHours } from '@app/contracts/webhooks';
import { Injectable } from '@nestjs/common';
import { logFilterOf } from './log-filter';
import { LogService } from './log.service';

const defaultLimit = 100;
const defaultHours = 24;

@Injectable()
export class LogHandler {
  constructor(private readonly log: LogService) {}

  async list({ id, limit, cursor, ...asked }: ListDeliveries, call: Call): Promise<DeliveryList> {
    const request = { endpointId: id, filter: logFilterOf(asked), cursor, limit: limit ?? defaultLimit };
    return this.log.list(request, call.who);
  }

  readHours({ id, hours }: ReadEndpointHours, call: Call): Promise<EndpointHours> {
    return this.log.readHours(id, hours ?? defaultHours, call.who);
  }
}
