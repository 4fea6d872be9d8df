import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { Caller, getJudgment, listEngines, readOrganizationMarks } from '@app/contracts';
import { floorOfStep } from '@app/statistics';
import { Inject, Injectable } from '@nestjs/common';

/** What a fit must ask others: the grid of the judgment's engine, and which namespaces are no production. */
@Injectable()
export class SurroundingsService {
  constructor(@Inject(BUS) private readonly bus: Pick<Bus, 'requester'>) {}

  /**
   * The floor of the engine that answers a judgment: half a step of the grid it prints its probabilities on.
   * @param namespace or the template prefix that the judgment was made on
   */
  async floorOf(organization: string, namespace: string, name: string): Promise<number> {
    const call = Call.within(undefined, callerOf(organization));
    const [judgment, { engines }] = await Promise.all([
      this.bus.requester.ask(getJudgment, { namespace, name }, call),
      this.bus.requester.ask(listEngines, {}, call),
    ]);
    const { engine } = judgment.definition as { engine?: { name: string; version: string } };
    const found = engines.find(({ name: known, version }) => known === engine?.name && version === engine?.version);
    const named = found ?? engines.find(({ name: known }) => known === engine?.name);
    return floorOfStep(named?.probability_step ?? null);
  }

  /** What the names of namespaces begin with that stay out of a template's pool. */
  async nonProduction(organization: string): Promise<string[]> {
    const call = Call.within(undefined, callerOf(organization));
    const { non_production_prefixes: prefixes } = await this.bus.requester.ask(
      readOrganizationMarks,
      { organization },
      call,
    );
    return prefixes.map((prefix) => prefix.replace(/\*$/, ''));
  }
}

/** Calibration asks on its own behalf, for one organization. */
function callerOf(organization: string): Caller {
  return { organization, role: 'read_only', scope: '*', plan: 'scale', actor: 'service:calibration' };
}
