import { Call, RawReply } from '@app/bus';
import { Injectable } from '@nestjs/common';
import { ByFilterWrite } from './by-filter';
import { ByFilterService } from './by-filter.service';

@Injectable()
export class ByFilterHandler {
  constructor(private readonly writes: ByFilterService) {}

  async write(namespace: string, write: ByFilterWrite, call: Call): Promise<RawReply> {
    return RawReply.of(await this.writes.write(namespace, write, call));
  }
}
