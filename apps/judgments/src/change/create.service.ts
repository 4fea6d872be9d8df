import { DATABASE } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import { Caller } from '@app/contracts';
import { CreateJudgment } from '@app/contracts/judgments';
import { ActiveEngine, EngineRef, isTemplate } from '@app/definition';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { Change } from './commit/change';
import { ChangeRunner } from './commit/change-runner';
import type { Judgment } from '../judgment/definition/judgment';
import { findJudgmentNamed } from '../judgment/definition/judgment.store';
import { readCreate, requireTemplates } from '../judgment/definition/request';
import { EngineService } from '../copy/engine/engine.service';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { CreateCommit } from './create-commit';
import { CreateCost, CreateCosting } from './create-cost';

/** Creates judgments and their versions. */
@Injectable()
export class CreateService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly costs: CreateCost,
    private readonly commits: CreateCommit,
    private readonly runner: ChangeRunner,
  ) {}

  async create(query: CreateJudgment, call: Call): Promise<RawReply> {
    return this.runner.run(await this.readChangeOf(query, call.who), call);
  }

  async readChangeOf({ namespace, judgment: body }: CreateJudgment, who: Caller): Promise<Change<CreateCosting>> {
    const { organization } = who;
    const [engines, settings] = await Promise.all([
      this.engines.readKnown(),
      this.namespaces.get({ organization, namespace }),
    ]);
    const present = await findJudgmentNamed(this.db, { organization, scope: namespace, name: body.name });
    const engine = presentEngine(present, engines.active) ?? settings.defaultEngine;
    const request = readCreate(body, engines.active, engine);
    if (isTemplate(namespace)) requireTemplates(who.plan);
    const ref = { organization, scope: namespace, name: request.definition.name };
    return {
      type: 'judgment_create',
      ref,
      request: { kind: 'create', query: { namespace, judgment: body }, caller: who },
      readCost: (call) => this.costs.readFor(ref, request, new Call(call.deadlineAtMs, who)),
      commit: (tx, costing) => this.commits.commit(tx, ref, request, costing),
    };
  }
}

/**
 * The engine of a judgment that exists, for a create that names none: a default engine that has changed since never makes
 * another version of it. Null where that engine has gone.
 */
function presentEngine(present: Judgment | null, active: readonly ActiveEngine[]): EngineRef | null {
  const engine = present?.definition.engine;
  return engine && active.some(({ name, version }) => name === engine.name && version === engine.version)
    ? engine
    : null;
}
