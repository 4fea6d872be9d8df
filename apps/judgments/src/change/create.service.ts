import { Call, RawReply } from '@app/bus';
import { Caller, CreateJudgment, EstimateView, JudgmentChange, Warning } from '@app/contracts';
import { Definition, definitionHash, isTemplate, scopeChain } from '@app/definition';
import { Tx, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { outdatedBy } from '../backfill/backfill';
import { BackfillStarts } from '../backfill/backfill.service';
import { EngineService } from '../engine/engine.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { SlowChanges } from '../commit/change.service';
import { Changed, Place, Work, outcomeOf } from '../commit/change';
import { SampleService } from '../suggestion/sample.service';
import { EstimateService } from '../quote/estimate.service';
import { Judgment, withActive } from '../definition/judgment';
import { JudgmentStore, VersionRow } from '../definition/judgment.store';
import { refuseTooMany } from '../definition/limits';
import { ReplyService } from './reply.service';
import { CreateRequest, guardVersion, readCreate, requireTemplates } from '../definition/request';
import { toChange, toConfirm } from '../catalog/view';
import { warningsOf } from './warning';

interface Costed extends Pick<JudgmentChange, 'estimate' | 'warnings'> {
  /** What was confirmed of judging what is stored. */
  backfill: EstimateView | null;
}

/** Creates judgments and their versions. */
@Injectable()
export class CreateService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
    private readonly estimates: EstimateService,
    private readonly backfills: BackfillStarts,
    private readonly replies: ReplyService,
    private readonly samples: SampleService,
    private readonly slow: SlowChanges,
  ) {}

  async create(query: CreateJudgment, call: Call): Promise<RawReply> {
    return this.slow.run(await this.creating(query, call.who), call);
  }

  /**
   * A definition equal to any earlier version answers that version, another one makes the next. Settings govern on the
   * first create only.
   */
  async creating({ namespace, judgment: body }: CreateJudgment, who: Caller): Promise<Work<Costed>> {
    const { organization, plan } = who;
    const [engines, settings] = await Promise.all([this.engines.known(), this.namespaces.get(organization, namespace)]);
    const request = readCreate(body, engines.active, settings.defaultEngine);
    if (isTemplate(namespace)) requireTemplates(plan);
    const place = { organization, scope: namespace, name: request.definition.name };
    return {
      type: 'judgment_create',
      place,
      asked: { kind: 'create', query: { namespace, judgment: body }, caller: who },
      cost: (call) => this.cost(place, request, who, call),
      change: (tx, costed) => this.decide(tx, place, request, costed, definitionHash(request.definition)),
    };
  }

  /** Ends the request when nothing is to be stored: dry, or to be confirmed first. */
  private async cost(place: Place, request: CreateRequest, who: Caller, call: Call) {
    const { definition } = request;
    if (request.isBackfilled && !request.isDryRun) return this.costBackfill(place, request);
    const { organization, scope: namespace } = place;
    const weight = this.engineOf(request)?.weight ?? 1;
    const { freshness } = request;
    const estimated = await this.estimates.estimate({ organization, namespace, definition, freshness, weight });
    const { estimate } = estimated;
    const warnings = this.warningsOf(request, estimated.truncatedShare);
    if (!request.isDryRun) return { costed: { estimate, warnings, backfill: null } };
    const contexts = await this.samples.contexts(namespace, definition, new Call(call.deadlineAtMs, who));
    const dry = { status: 'dry_run' as const, judgment: null, version: null, definition, estimate, warnings, contexts };
    return { reply: outcomeOf(200, toChange(dry)) };
  }

  private async costBackfill(place: Place, request: CreateRequest) {
    const { definition, confirm } = request;
    const what = { ...request, confirm: undefined };
    const existing = await this.existing(place, definition);
    const { costing, token } = await this.backfills.confirmed(place, { ...request, existing }, what, confirm);
    const { estimate, truncatedShare } = costing;
    const warnings = this.warningsOf(request, truncatedShare);
    if (token === null) return { costed: { estimate, warnings, backfill: estimate } };
    return { reply: outcomeOf(200, toConfirm(definition, estimate, token, warnings)) };
  }

  /** Of a definition that is a version already, what is missing or stale; all is when it is none. */
  private async existing({ organization, scope, name }: Place, definition: Definition) {
    const current = await this.store.named(organization, scope, name);
    const known = current && (await this.store.versionByHash(undefined, current.row, definitionHash(definition)));
    return known ? outdatedBy(current, known.version, definition) : undefined;
  }

  private async decide(tx: Tx, place: Place, request: CreateRequest, costed: Costed, hash: string): Promise<Changed> {
    const revision = await this.store.nextRevision(tx, place.organization);
    const current = await this.store.named(place.organization, place.scope, place.name, tx);
    guardVersion(request.ifActiveVersion, current?.activeVersion ?? null);
    if (!current) return this.first(tx, place, request, costed, hash, revision);
    const ignored = request.sentSettings;
    const known = await this.store.versionByHash(tx, current.row, hash);
    if (known) return this.again(tx, { ...current, revision }, known, request, { ignored, costed });
    const version = current.lastVersion + 1;
    const changed: Judgment = {
      ...(request.isActivated ? withActive(current, { ...request, version, isAnswered: false }) : current),
      lastVersion: version,
      revision,
    };
    await this.store.insertVersion(tx, current, version, request.definition, hash);
    await this.store.update(tx, changed);
    const { definition } = request;
    const more = await this.more(tx, place, changed, costed);
    return this.replies.replied(tx, changed, place.scope, 'version_created', 201, {
      version,
      definition,
      ignored,
      ...more,
    });
  }

  private async first(
    tx: Tx,
    place: Place,
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
      isAnswered: false,
      format: 1,
    };
    await this.store.insert(tx, judgment, hash);
    return this.replies.replied(tx, judgment, scope, 'created', 201, await this.more(tx, place, judgment, costed));
  }

  /** The definition is a version already: it becomes the active one, unless that was declined. */
  private async again(
    tx: Tx,
    current: Judgment,
    { version, answered: isAnswered }: VersionRow,
    request: CreateRequest,
    { ignored, costed }: { ignored: string[]; costed: Costed },
  ): Promise<Changed> {
    const { definition } = request;
    const isActive = !request.isActivated || current.activeVersion === version;
    const changed: Judgment = isActive ? current : withActive(current, { version, definition, isAnswered });
    if (!isActive) await this.store.update(tx, changed);
    const back = isActive || costed.backfill ? null : await this.backfills.bringBack(tx, current, changed);
    const more = costed.backfill ? await this.more(tx, current, changed, costed) : { ...(back && { job: back }) };
    const replied = await this.replies.replied(tx, changed, current.scope, 'unchanged', 200, {
      version,
      definition,
      ignored,
      ...more,
    });
    return isActive ? { ...replied, announcement: null } : replied;
  }

  private async more(tx: Tx, place: Place, judgment: Judgment, { estimate, warnings, backfill }: Costed) {
    const job = backfill && (await this.backfills.begin(tx, place, judgment, backfill));
    return { estimate, warnings, ...(job && { job }) };
  }

  private async refuseInherited(tx: Tx, { organization, scope, name }: Place) {
    const above = await this.store.onScopes(organization, scopeChain(scope).slice(1), tx);
    const inherited = above.find((judgment) => judgment.name === name);
    if (!inherited) return;
    const sentence = `\`${name}\` is inherited from \`${inherited.scope}\`; override its settings or detach it.`;
    throw new Problem('conflict', sentence, { reason: 'inherited', template: inherited.scope });
  }

  private engineOf({ definition }: CreateRequest) {
    return this.engines.current().of(definition.engine);
  }

  private warningsOf(request: CreateRequest, truncatedShare: number): Warning[] {
    const probabilityStep = this.engineOf(request)?.probabilityStep ?? null;
    return warningsOf({ ...request, probabilityStep, truncatedShare });
  }
}
