import { Call, RawReply } from '@app/bus';
import {
  ByEndpoint,
  CoverEndpoint,
  CreateEndpoint,
  EndpointCover,
  EndpointList,
  EndpointView,
  ListEndpoints,
  PatchEndpoint,
  RotateSecret,
} from '@app/contracts/webhooks';
import { Injectable } from '@nestjs/common';
import { EndpointService } from './endpoint.service';
import { RotationService } from './rotation.service';

const defaultLimit = 100;

@Injectable()
export class EndpointHandler {
  constructor(
    private readonly endpoints: EndpointService,
    private readonly rotation: RotationService,
  ) {}

  async create({ endpoint }: CreateEndpoint, call: Call): Promise<RawReply> {
    return RawReply.of(await this.endpoints.create(endpoint, call));
  }

  show({ id }: ByEndpoint, call: Call): Promise<EndpointView> {
    return this.endpoints.show(id, call.who);
  }

  list({ limit, cursor }: ListEndpoints, call: Call): Promise<EndpointList> {
    return this.endpoints.list(call.who, limit ?? defaultLimit, cursor);
  }

  async change({ id, patch }: PatchEndpoint, call: Call): Promise<RawReply> {
    return RawReply.of(await this.endpoints.change(id, patch, call));
  }

  async remove({ id }: ByEndpoint, call: Call): Promise<RawReply> {
    return RawReply.of(await this.endpoints.remove(id, call));
  }

  async rotate({ id, rotation }: RotateSecret, call: Call): Promise<RawReply> {
    return RawReply.of(await this.rotation.rotate(id, rotation, call));
  }

  cover(query: CoverEndpoint, call: Call): Promise<EndpointCover> {
    return this.endpoints.cover(query, call.who);
  }
}
