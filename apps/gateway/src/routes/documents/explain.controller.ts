import { BUS } from '@app/boot';
import type { Bus } from '@app/bus';
import { Call, RawReply } from '@app/bus';
import { readAnswerState } from '@app/contracts/documents';
import { PermitState, showPermits } from '@app/contracts/engines';
import { AnswerExplanation, explainAnswer } from '@app/contracts/judgments';
import { kindOf } from '@app/problem';
import { Controller, Inject } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request, RequestContext } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { explainRoute } from './document-routes';

/** How long the broker is waited for: what it knows is the least of an explanation. */
const permitMs = 2_000;

/** Joins what documents, judgments and the broker know of one answer. */
@Controller()
export class ExplainController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Serves(explainRoute)
  explain(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(
      request,
      reply,
      async (context) => new RawReply(JSON.stringify(await this.readExplanationOf(context))),
    );
  }

  private async readExplanationOf(context: RequestContext): Promise<AnswerExplanation> {
    const { namespace, params } = context;
    const names = { document: params.id, judgment: params.judgment };
    const [state, queue, permits] = await Promise.all([
      this.owners.ask(readAnswerState, { namespace, ...names }, context),
      this.owners.ask(explainAnswer, { namespace, ...names }, context),
      this.readPermits(context),
    ]);
    const { engine } = queue.definition;
    return { ...names, ...state, ...queue, permit: permits.find(({ name }) => name === engine.name) ?? null };
  }

  /** None while the broker is away: what the others know matters most then. */
  private async readPermits({ namespace, caller }: RequestContext): Promise<PermitState[]> {
    try {
      const call = Call.within(permitMs, caller);
      return (await this.bus.requester.ask(showPermits, { namespace }, call)).permits;
    } catch (error) {
      const kind = kindOf(error);
      if (kind === 'unavailable' || kind === 'limited') return [];
      throw error;
    }
  }
}
