import { BUS } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { readOrganizationMarks } from '@app/contracts/gateway';
import { Inject, Injectable } from '@nestjs/common';
import { ownCaller } from './own-caller';
import { Selection } from './selection';

/** The marks that an organization sets on its namespaces. */
@Injectable()
export class MarksService {
  constructor(@Inject(BUS) private readonly bus: Pick<Bus, 'requester'>) {}

  /**
   * What the names of the namespaces begin with that a template's pool leaves out because they are no production. Every
   * figure, fit and queue over a template leaves them out; a request about one namespace counts it whatever its mark.
   */
  async readExcludedFrom({ organization, prefix }: Pick<Selection, 'organization' | 'prefix'>): Promise<string[]> {
    if (prefix === null) return [];
    const call = Call.within(undefined, ownCaller(organization));
    const { non_production_prefixes: prefixes } = await this.bus.requester.ask(
      readOrganizationMarks,
      { organization },
      call,
    );
    return prefixes.map((marked) => marked.replace(/\*$/, ''));
  }
}
