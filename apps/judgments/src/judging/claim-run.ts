import { LOGGER } from '@app/boot';
import type { Logger } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import type { Claim } from '../queue/pending/pending';
import { RecorderService } from '../record/recorder.service';
import { waitUntilAllEnded } from './all-ended';
import { ClaimAsks } from './claim-asks';
import type { Hold } from './claim-capacity';
import { ClaimReader } from './claim-reader';
import { ClaimedRows } from './claimed-rows';
import { Plan, plan } from './plan';

/** After this, rows look again whether the answers that they read have come. */
const waitingMs = 250;

/** Takes a claim from its rows to recorded answers: read, plan, then settle and ask side by side. */
@Injectable()
export class ClaimRun {
  constructor(
    private readonly reader: ClaimReader,
    private readonly asks: ClaimAsks,
    private readonly recorder: RecorderService,
    private readonly rows: ClaimedRows,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never throws: after a fault the rows are given back. `onAsked` runs whenever an ask has ended. */
  async run(claim: Claim, hold: Hold, onAsked: () => void): Promise<void> {
    try {
      const planned = await this.plan(claim);
      hold.resize(planned.asks.length);
      await waitUntilAllEnded([this.settle(claim, planned), this.asks.askAll(claim, planned.asks, hold, onAsked)]);
    } catch (error) {
      await this.rows.giveUp(claim, claim.rows, error);
    }
  }

  /** Nothing keeps the documents once their contexts are compiled. */
  private async plan(claim: Claim): Promise<Plan> {
    const { input, later } = await this.reader.read(claim);
    await this.rows.giveBack(claim, later, 0);
    const planned = plan(input);
    for (const error of planned.faults) this.logger.error({ err: error, namespace: claim.namespace }, 'not judged');
    return planned;
  }

  private async settle(claim: Claim, { drops, resting, waiting, settled }: Plan): Promise<void> {
    await this.rows.drop(claim, drops);
    await this.rows.giveBack(claim, waiting, waitingMs);
    await this.rows.postpone(claim, resting);
    await this.recorder.add({ claim, askId: null, outcomes: settled });
  }
}
