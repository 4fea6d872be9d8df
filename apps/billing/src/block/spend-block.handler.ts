import { Call } from '@app/bus';
import { BlockClosed, BlockExtended, BlockOpened, CloseBlock, ExtendBlock, OpenBlock } from '@app/contracts/billing';
import { Injectable } from '@nestjs/common';
import { SpendBlockService } from './spend-block.service';

@Injectable()
export class SpendBlockHandler {
  constructor(private readonly blocks: SpendBlockService) {}

  open(request: OpenBlock, { caller }: Call): Promise<BlockOpened> {
    return this.blocks.open(request, caller?.organization === request.organization ? caller.plan : undefined);
  }

  extend({ organization, block }: ExtendBlock): Promise<BlockExtended> {
    return this.blocks.extend(organization, block);
  }

  close({ organization, block }: CloseBlock): Promise<BlockClosed> {
    return this.blocks.close(organization, block);
  }
}
