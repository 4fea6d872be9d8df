import { DATABASE } from '@app/boot';
import { RawReply } from '@app/bus';
import type { RequestMessage } from '@app/contracts';
import { ModelBody, TryModelBody, listModels, removeModel, setModel, tryModel } from '@app/contracts/engines';
import { type EngineName, engineNames } from '@app/definition';
import type { Database } from '@app/persistence';
import { Problem } from '@app/problem';
import { Controller, Inject } from '@nestjs/common';
import { OwnerClient } from '../../http/owner-client';
import type { Reply, Request, RequestContext } from '../../http/request-context';
import { Serves } from '../../http/route';
import { RouteRunner } from '../../http/route-runner';
import { writeAudit } from '../../identity/organization/audit.store';
import { beginChange } from '../../identity/organization/change';
import { takeOfWindow } from '../../identity/sign-in/window-count.store';
import { askModel, deleteModel, putModel, showModels } from './model-routes';

/** Tries of an organization. */
const tries = { most: 10, minutes: 1 };

/** The models behind the engine names, for owners whom the operator lets decide for all organizations. */
@Controller()
export class ModelsController {
  constructor(
    private readonly runner: RouteRunner,
    private readonly owners: OwnerClient,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Serves(showModels)
  show(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, (context) => this.owners.askRaw(listModels, {}, context));
  }

  @Serves(putModel)
  put(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, (context) => {
      const engine = engineOf(context);
      const model = context.body as ModelBody;
      const after = { engine, provider: model.provider, host: hostOf(model), model: model.model ?? null };
      return this.change(context, { action: 'model.set', engine, after }, setModel, { engine, model });
    });
  }

  @Serves(deleteModel)
  delete(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, (context) => {
      const engine = engineOf(context);
      return this.change(context, { action: 'model.removed', engine, after: { engine } }, removeModel, { engine });
    });
  }

  @Serves(askModel)
  try(request: Request, reply: Reply): Promise<void> {
    return this.runner.run(request, reply, async (context) => {
      const engine = engineOf(context);
      const { organization } = context.caller;
      const waitS = await takeOfWindow(this.database, `model-tries:${organization}`, tries);
      if (waitS !== null) throw tooMany(waitS);
      return this.owners.askRaw(tryModel, { engine, ...(context.body as TryModelBody) }, context);
    });
  }

  /** The audit has a change before it is carried out, so that none is without; and a refusal of it afterwards. */
  private async change<Q extends object, R extends object>(
    context: RequestContext,
    { action, engine, after }: { action: string; engine: EngineName; after: object },
    message: RequestMessage<Q, R>,
    payload: Q,
  ): Promise<RawReply> {
    await this.audit(context, action, engine, after);
    try {
      return await this.owners.askRaw(message, payload, context);
    } catch (error) {
      // Of anything else nobody knows whether it was carried out.
      if (error instanceof Problem && error.code !== 'unavailable')
        await this.audit(context, 'model.refused', engine, { engine, change: action, code: error.code });
      throw error;
    }
  }

  private audit({ principal, caller }: RequestContext, action: string, target: string, after: object): Promise<void> {
    return this.database.transaction('gateway.model-change', async (tx) => {
      await beginChange(tx, principal);
      await writeAudit(tx, { organization: caller.organization, actor: caller.actor, action, target, after });
    });
  }
}

/** @throws Problem `not_found` */
function engineOf({ params }: RequestContext): EngineName {
  const engine = engineNames.find((name) => name === params.engine);
  if (engine !== undefined) return engine;
  throw new Problem('not_found', `There is no such engine; use one of ${engineNames.join(', ')}.`);
}

/** Null where the provider's own address is meant, and for what is no address: the owner refuses that. */
function hostOf({ base_url }: ModelBody): string | null {
  return base_url !== undefined && URL.canParse(base_url) ? new URL(base_url).host : null;
}

function tooMany(retryAfterS: number): Problem {
  return new Problem(
    'rate_limited',
    `Models are tried ${tries.most} times a minute at most; wait, and try again.`,
    { rate_limit: 'per_org', limit: 'model_tries' },
    { retryAfterS },
  );
}
