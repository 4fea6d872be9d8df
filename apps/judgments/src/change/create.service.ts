import { Call, RawReply } from '@app/bus';
import { Caller, CreateJudgment } from '@app/contracts';
import { isTemplate } from '@app/definition';
import { Injectable } from '@nestjs/common';
import type { Change } from '../commit/change';
import { ChangeRunner } from '../commit/change-runner';
import { readCreate, requireTemplates } from '../definition/request';
import { EngineService } from '../engine/engine.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { CreateCommit } from './create-commit';
import { CreateCost, CreateCosting } from './create-cost';

/** Creates judgments and their versions. */
@Injectable()
export class CreateService {
  constructor(
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly costs: CreateCost,
    private readonly commits: CreateCommit,
    private readonly runner: ChangeRunner,
  ) {}

  async create(query: CreateJudgment, call: Call): Promise<RawReply> {
    return this.runner.run(await this.changeOf(query, call.who), call);
  }

  async changeOf({ namespace, judgment: body }: CreateJudgment, who: Caller): Promise<Change<CreateCosting>> {
    const { organization } = who;
    const [engines, settings] = await Promise.all([
      this.engines.known(),
      this.namespaces.get({ organization, namespace }),
    ]);
    const request = readCreate(body, engines.active, settings.defaultEngine);
    if (isTemplate(namespace)) requireTemplates(who.plan);
    const ref = { organization, scope: namespace, name: request.definition.name };
    return {
      type: 'judgment_create',
      ref,
      request: { kind: 'create', query: { namespace, judgment: body }, caller: who },
      cost: (call) => this.costs.of(ref, request, new Call(call.deadlineAtMs, who)),
      commit: (tx, costing) => this.commits.commit(tx, ref, request, costing),
    };
  }
}
