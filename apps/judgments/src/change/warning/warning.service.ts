import { DATABASE } from '@app/boot';
import type { JudgmentRef, Warning } from '@app/contracts';
import { Definition, canSpread, fanoutInEffect } from '@app/definition';
import { Database, Queryable } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { EngineService } from '../../copy/engine/engine.service';
import { readNamespaceFanout } from '../../judgment/catalog/fanout.store';
import { JudgmentService } from '../../judgment/catalog/judgment.service';
import { placedRelations } from '../../quote/evidence/place';
import { Warned } from './warned';
import { warningsOf } from './warning';

/** A definition and its settings after a change, with what a sample shows where one was read. */
export type ToWarn = Pick<Warned, 'definition' | 'freshness' | 'thresholds' | 'present'> &
  Partial<Pick<Warned, 'truncatedShare' | 'evidence'>>;

/** Warns of what a change makes. */
@Injectable()
export class WarningService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly judgments: JudgmentService,
    private readonly engines: EngineService,
  ) {}

  /** @param db the transaction of a change that is being made */
  async readFor(ref: JudgmentRef, toWarn: ToWarn, db: Queryable = this.db): Promise<Warning[]> {
    const { definition, freshness, thresholds, present, truncatedShare = 0, evidence } = toWarn;
    const { probabilityStep = null, source = null } = this.engines.current().of(definition.engine) ?? {};
    const rollingLimit = canSpread(definition)
      ? fanoutInEffect(freshness.fanout ?? {}, await readNamespaceFanout(db, ref)).rolling_limit
      : null;
    const upstream = await this.readUpstream(ref, definition, db);
    return warningsOf({
      definition,
      freshness,
      thresholds,
      present,
      truncatedShare,
      evidence,
      probabilityStep,
      source,
      rollingLimit,
      upstream,
    });
  }

  /** Warnings about the settings that a PATCH sends, for one that reads no sample. @param members of its body */
  async readOfPatch(
    ref: JudgmentRef,
    changed: Pick<ToWarn, 'definition' | 'freshness' | 'thresholds'>,
    members: readonly string[],
    db: Queryable,
  ): Promise<Warning[]> {
    const warnings = await this.readFor(ref, { ...changed, present: null }, db);
    return warnings.filter(({ path }) => members.some((member) => path.startsWith(`/${member}/`)));
  }

  /** The judgments whose answers a definition shows, by name; those in force only under a prefix are left out. */
  private async readUpstream(
    { organization, scope }: JudgmentRef,
    definition: Definition,
    db: Queryable,
  ): Promise<ReadonlyMap<string, Definition>> {
    const isReader = placedRelations(definition).some(({ relation }) => relation.answers !== undefined);
    if (!isReader) return new Map();
    const inForce = await this.judgments.readEffective({ organization, scope }, db);
    return new Map(inForce.map((judgment) => [judgment.name, judgment.definition]));
  }
}
