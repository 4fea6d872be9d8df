import { CLOCK } from '@app/boot';
import { Call, RawReply } from '@app/bus';
import { CreateJudgment } from '@app/contracts';
import { definitionHash, isTemplate, scopeChain } from '@app/definition';
import type { Clock } from '@app/observability';
import { Tx, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { EngineService } from '../engine/engine.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { SampleService } from '../suggestion/sample.service';
import { ChangeService, Changed } from './change.service';
import { EstimateService } from './estimate.service';
import { Judgment, withActive } from './judgment';
import { JudgmentStore } from './judgment.store';
import { refuseTooMany } from './limits';
import { CreateRequest, guardVersion, readCreate, requireTemplates } from './request';
import { toChange } from './view';
import { warningsOf } from './warning';

type Costed = Awaited<ReturnType<CreateService['cost']>>;

/** Creates judgments and their versions. */
@Injectable()
export class CreateService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly estimates: EstimateService,
    private readonly changes: ChangeService,
    private readonly samples: SampleService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * A definition equal to any earlier version answers that version, another one makes the next. Settings govern on the
   * first create only.
   */
  async create({ namespace, judgment: body }: CreateJudgment, call: Call): Promise<RawReply> {
    const { organization, plan } = call.who;
    const [engines, settings] = await Promise.all([this.engines.known(), this.namespaces.get(organization, namespace)]);
    const request = readCreate(body, engines.active, settings.defaultEngine);
    if (isTemplate(namespace)) requireTemplates(plan);
    const { definition } = request;
    const costed = await this.cost(organization, namespace, request);
    if (request.isDryRun) {
      const contexts = await this.samples.contexts(namespace, definition, call);
      const change = toChange({ status: 'dry_run', judgment: null, version: null, definition, ...costed, contexts });
      return RawReply.of({ status: 200, body: JSON.stringify(change) });
    }
    const place = { organization, scope: namespace, name: definition.name };
    return this.changes.once('judgment_create', call, place, (tx) =>
      this.decide(tx, place, request, costed, definitionHash(definition)),
    );
  }

  private async decide(
    tx: Tx,
    place: { organization: string; scope: string; name: string },
    request: CreateRequest,
    costed: Costed,
    hash: string,
  ): Promise<Changed> {
    const revision = await this.store.nextRevision(tx, place.organization);
    const current = await this.store.named(place.organization, place.scope, place.name, tx);
    guardVersion(request.ifActiveVersion, current?.activeVersion ?? null);
    if (!current) return this.first(tx, place, request, costed, hash, revision);
    const ignored = request.sentSettings;
    const known = await this.store.versionByHash(tx, current.row, hash);
    if (known) return this.again(tx, current, known.version, request, { ignored }, revision);
    const version = current.lastVersion + 1;
    const changed: Judgment = {
      ...(request.isActivated ? withActive(current, version, request.definition) : current),
      lastVersion: version,
      revision,
    };
    await this.store.insertVersion(tx, current, version, request.definition, hash);
    await this.store.update(tx, changed);
    const { definition } = request;
    return this.changes.replied(tx, changed, place.scope, 'version_created', 201, {
      version,
      definition,
      ignored,
      ...costed,
    });
  }

  private async first(
    tx: Tx,
    place: { organization: string; scope: string; name: string },
    request: CreateRequest,
    costed: Costed,
    hash: string,
    revision: number,
  ): Promise<Changed> {
    const { organization, scope, name } = place;
    if (!isTemplate(scope)) await this.refuseInherited(tx, place);
    refuseTooMany(scope, name, await this.store.takenNames(tx, organization, scope));
    const version = (await this.store.lastVersion(tx, organization, scope, name)) + 1;
    const { definition, freshness, thresholds, outcomes } = request;
    const id = newId('jdg');
    const judgment: Judgment = {
      ...place,
      id,
      row: id,
      activeVersion: version,
      copied: null,
      lastVersion: version,
      freshness,
      thresholds,
      outcomes,
      revision,
      archived: false,
      definition,
      earlierPaths: [],
      format: 1,
    };
    await this.store.insert(tx, judgment, hash);
    return this.changes.replied(tx, judgment, scope, 'created', 201, costed);
  }

  /** The definition is a version already: it becomes the active one, unless that was declined. */
  private async again(
    tx: Tx,
    current: Judgment,
    version: number,
    request: CreateRequest,
    more: { ignored: string[] },
    revision: number,
  ): Promise<Changed> {
    const { definition } = request;
    const isActive = !request.isActivated || current.activeVersion === version;
    const changed: Judgment = isActive ? current : { ...withActive(current, version, definition), revision };
    if (!isActive) await this.store.update(tx, changed);
    const replied = await this.changes.replied(tx, changed, current.scope, 'unchanged', 200, {
      version,
      definition,
      ...more,
    });
    return isActive ? { ...replied, announcement: null } : replied;
  }

  private async refuseInherited(
    tx: Tx,
    { organization, scope, name }: { organization: string; scope: string; name: string },
  ) {
    const above = await this.store.onScopes(organization, scopeChain(scope).slice(1), tx);
    const inherited = above.find((judgment) => judgment.name === name);
    if (!inherited) return;
    const sentence = `\`${name}\` is inherited from \`${inherited.scope}\`; override its settings or detach it.`;
    throw new Problem('conflict', sentence, { reason: 'inherited', template: inherited.scope });
  }

  private async cost(organization: string, namespace: string, request: CreateRequest) {
    const { definition, freshness, thresholds } = request;
    const engine = this.engines.current().of(definition.engine);
    const { estimate, truncatedShare } = await this.estimates.estimate(
      organization,
      namespace,
      definition,
      freshness,
      engine?.weight ?? 1,
      this.clock.now(),
    );
    const probabilityStep = engine?.probabilityStep ?? null;
    return { estimate, warnings: warningsOf({ definition, freshness, thresholds, probabilityStep, truncatedShare }) };
  }
}
