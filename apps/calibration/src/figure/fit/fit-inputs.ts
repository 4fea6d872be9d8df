import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { listEngines } from '@app/contracts/engines';
import { getJudgment } from '@app/contracts/judgments';
import { floorOfStep } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';
import { ownCaller } from '../../judgment/own-caller';

/** What a fit needs from other services: the grid of the judgment's engine. */
@Injectable()
export class FitInputs {
  constructor(@Inject(BUS) private readonly bus: Pick<Bus, 'requester'>) {}

  /**
   * The probability floor of a judgment's engine: half a step of the grid of its probabilities.
   * @param scope the namespace or template prefix that the judgment was created in
   */
  async readFloorOf(organization: string, scope: string, name: string): Promise<number> {
    const call = Call.within(undefined, ownCaller(organization));
    const [judgment, { engines }] = await Promise.all([
      this.bus.requester.ask(getJudgment, { namespace: scope, name }, call),
      this.bus.requester.ask(listEngines, {}, call),
    ]);
    const { engine } = judgment.definition as { engine?: { name: string; version: string } };
    const exact = engines.find(({ name: known, version }) => known === engine?.name && version === engine?.version);
    const found = exact ?? engines.find(({ name: known }) => known === engine?.name);
    return floorOfStep(found?.probability_step ?? null);
  }
}
