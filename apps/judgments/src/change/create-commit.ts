import type { JudgmentRef } from '@app/contracts';
import type { JudgmentChange } from '@app/contracts/judgments';
import { definitionHash, isTemplate, scopeChain } from '@app/definition';
import { Tx, newId } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { BackfillJobs } from '../backfill/backfill-jobs';
import type { ChangeResult } from './commit/change';
import { Judgment, withActive } from '../judgment/definition/judgment';
import {
  insertJudgment,
  findJudgmentNamed,
  readJudgmentsOnScopes,
  readLastVersionOf,
  readNextRevision,
  readTakenNames,
  updateJudgment,
} from '../judgment/definition/judgment.store';
import { refuseTooMany } from '../judgment/definition/limits';
import { CreateRequest, refuseInactiveFirst, requireActiveVersion } from '../judgment/definition/request';
import { refuseUnsound } from '../judgment/graph/graph';
import { VersionRow, insertVersion, readVersionByHash } from '../judgment/definition/version.store';
import { changedMeanwhile, mustConfirm } from './confirm';
import type { CreateCosting } from './create-cost';
import { ReplyService } from './reply.service';

/**
 * Commits creates. A definition that equals one of the judgment's versions returns that version, any other becomes the
 * next one. Only the first create under a name stores the settings that it sends.
 */
@Injectable()
export class CreateCommit {
  constructor(
    private readonly backfills: BackfillJobs,
    private readonly replies: ReplyService,
  ) {}

  async commit(tx: Tx, ref: JudgmentRef, request: CreateRequest, costing: CreateCosting): Promise<ChangeResult> {
    const revision = await readNextRevision(tx, ref.organization);
    const current = await findJudgmentNamed(tx, ref);
    requireActiveVersion(request.ifActiveVersion, current?.activeVersion ?? null);
    refuseInactiveFirst(current, request);
    if (!costing.isFollowing && mustConfirm(current, request)) throw changedMeanwhile(ref.name);
    if (request.isActivated) await refuseUnsound(tx, { ...ref, definition: request.definition });
    const hash = definitionHash(request.definition);
    if (!current) return this.createJudgment(tx, ref, request, costing, hash, revision);
    const known = await readVersionByHash(tx, current.rowId, hash);
    if (known) return this.keepVersion(tx, { ...current, revision }, known, request, costing);
    return this.createVersion(tx, { ...current, revision }, request, costing, hash);
  }

  private async createJudgment(
    tx: Tx,
    ref: JudgmentRef,
    request: CreateRequest,
    costing: CreateCosting,
    hash: string,
    revision: number,
  ): Promise<ChangeResult> {
    if (!isTemplate(ref.scope)) await refuseInheritedName(tx, ref);
    refuseTooMany(ref.scope, ref.name, await readTakenNames(tx, ref));
    const version = (await readLastVersionOf(tx, ref)) + 1;
    const { definition, freshness, thresholds, outcomes, alternatives, queue } = request;
    const id = newId('jdg');
    const judgment: Judgment = {
      ...ref,
      id,
      rowId: id,
      activeVersion: version,
      copied: null,
      lastVersion: version,
      freshness,
      thresholds,
      outcomes,
      alternatives,
      queue,
      revision,
      archived: false,
      definition,
      earlierPaths: [],
      hasEarlierAnswers: false,
      format: 1,
    };
    await insertJudgment(tx, judgment, hash);
    return this.replies.readResultOf(
      tx,
      judgment,
      'created',
      201,
      await this.makeCostMembers(tx, judgment, request, costing),
    );
  }

  private async createVersion(
    tx: Tx,
    current: Judgment,
    request: CreateRequest,
    costing: CreateCosting,
    hash: string,
  ): Promise<ChangeResult> {
    const { definition, isActivated, sentSettings: ignored } = request;
    const version = current.lastVersion + 1;
    const active = isActivated ? withActive(current, { version, definition, hasEarlierAnswers: false }) : current;
    const changed: Judgment = { ...active, lastVersion: version };
    await insertVersion(tx, current, version, definition, hash);
    await updateJudgment(tx, changed);
    const members = { version, definition, ignored, ...(await this.makeCostMembers(tx, changed, request, costing)) };
    return this.replies.readResultOf(tx, changed, 'version_created', 201, members);
  }

  /** The definition is a version already: it becomes the active one, unless the caller declined that. */
  private async keepVersion(
    tx: Tx,
    current: Judgment,
    { version, answered: hasEarlierAnswers }: VersionRow,
    request: CreateRequest,
    costing: CreateCosting,
  ): Promise<ChangeResult> {
    const { definition, isActivated, sentSettings: ignored } = request;
    const isUnchanged = !isActivated || current.activeVersion === version;
    const changed = isUnchanged ? current : withActive(current, { version, definition, hasEarlierAnswers });
    if (!isUnchanged) await updateJudgment(tx, changed);
    const reinstating = isUnchanged || costing.backfill ? null : await this.backfills.reinstate(tx, changed);
    const more = costing.backfill
      ? await this.makeCostMembers(tx, changed, request, costing)
      : { ...(reinstating && { job: reinstating }) };
    const members = { version, definition, ignored, ...more };
    const status = isUnchanged ? 'unchanged' : 'activated';
    const result = await this.replies.readResultOf(tx, changed, status, 200, members);
    return isUnchanged ? { ...result, fact: null } : result;
  }

  /** The members of the reply that say what the create costs; begins the backfill that the caller has confirmed. */
  private async makeCostMembers(
    tx: Tx,
    judgment: Judgment,
    { confirm }: CreateRequest,
    { estimate, warnings, backfill }: CreateCosting,
  ): Promise<Partial<JudgmentChange>> {
    const job = backfill && (await this.backfills.judgeOutdated(tx, judgment, backfill.existing.documents, confirm));
    return { estimate, warnings, ...(job && { job }) };
  }
}

/** @throws Problem conflict, reason `inherited`: the name stands for a template's judgment here */
async function refuseInheritedName(tx: Tx, { organization, scope, name }: JudgmentRef): Promise<void> {
  const chain = scopeChain(scope).slice(1);
  const named = (await readJudgmentsOnScopes(tx, organization, chain)).filter((judgment) => judgment.name === name);
  const [inherited] = named.sort((a, b) => chain.indexOf(a.scope) - chain.indexOf(b.scope));
  if (!inherited) return;
  const sentence = `\`${name}\` is inherited from \`${inherited.scope}\`; override its settings or detach it.`;
  throw new Problem('conflict', sentence, { reason: 'inherited', template: inherited.scope });
}
