import { DATABASE } from '@app/boot';
import { JudgmentRef } from '@app/contracts';
import { JudgmentList, JudgmentSettings, JudgmentView } from '@app/contracts/judgments';
import { canSpread, fanoutInEffect, isTemplate, scopeChain } from '@app/definition';
import { Database, Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { EffectiveJudgment, Judgment, ScopeRef, inForce } from '../definition/judgment';
import { readJudgmentsOnScopes } from '../definition/judgment.store';
import { readOverridesOf } from '../definition/override.store';
import { VersionRow, readVersionByNumber } from '../definition/version.store';
import { EngineService } from '../../copy/engine/engine.service';
import { NamespaceStore } from '../../copy/namespace/namespace.store';
import { readFanoutUse } from '../statistic/fanout-use.store';
import { allNamespaces, readStatisticsOfToday } from '../statistic/statistic.store';
import { readNamespaceFanout } from './fanout.store';
import { Settings, toFreshnessView, toSettings, toView } from './view';

const maxListed = 100;

/**
 * Judgments in force on a namespace or a template prefix. A change passes its transaction as `db`, so that it reads what
 * it has locked.
 */
@Injectable()
export class JudgmentService {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly engines: EngineService,
  ) {}

  /**
   * The judgments in force, by name. Of several templates with one name the most specific prefix is in force, and the
   * namespace's own judgment before each. A prefix has its own judgments alone.
   */
  async readEffective(ref: ScopeRef, db: Queryable = this.db): Promise<EffectiveJudgment[]> {
    const { organization, scope } = ref;
    const chain = isTemplate(scope) ? [scope] : scopeChain(scope);
    const [judgments, overrides] = await Promise.all([
      readJudgmentsOnScopes(db, organization, chain),
      readOverridesOf(db, ref),
    ]);
    const byName = new Map<string, EffectiveJudgment>();
    const leastSpecificFirst = [...judgments].sort((a, b) => chain.indexOf(b.scope) - chain.indexOf(a.scope));
    for (const judgment of leastSpecificFirst) {
      const override = overrides.find(({ judgmentId }) => judgmentId === judgment.id);
      byName.set(judgment.name, inForce(judgment, scope, override));
    }
    return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The judgment in force under a name. @throws Problem not_found */
  async find(ref: JudgmentRef, db?: Queryable): Promise<EffectiveJudgment> {
    const found = (await this.readEffective(ref, db)).find(({ name }) => name === ref.name);
    if (found) return found;
    throw new Problem(
      'not_found',
      `There is no judgment \`${ref.name}\` on \`${ref.scope}\`; list the judgments there for their names.`,
    );
  }

  /** A scope's own judgment. @throws Problem not_found; conflict, reason `inherited` */
  async readOwn(ref: JudgmentRef, db?: Queryable): Promise<EffectiveJudgment> {
    const judgment = await this.find(ref, db);
    const { name, template } = judgment;
    if (template === null) return judgment;
    throw new Problem('conflict', `\`${name}\` is inherited from \`${template}\`; change it there.`, {
      reason: 'inherited',
      template,
    });
  }

  /** A version of a judgment by the number that people read. @throws Problem not_found */
  async readVersion({ rowId, name }: Judgment, version: number, db: Queryable = this.db): Promise<VersionRow> {
    const row = await readVersionByNumber(db, rowId, version);
    if (row) return row;
    throw new Problem('not_found', `\`${name}\` has no version ${version}; list its versions for their numbers.`);
  }

  async list(ref: ScopeRef): Promise<JudgmentList> {
    const judgments = (await this.readEffective(ref)).slice(0, maxListed);
    return { judgments: await this.readViews(judgments, ref.scope, this.db) };
  }

  async readView(judgment: EffectiveJudgment, scope: string, db: Queryable = this.db): Promise<JudgmentView> {
    return (await this.readViews([judgment], scope, db))[0];
  }

  /** The settings of a judgment as they hold on a scope; of one that a change would leave as well. */
  async readSettings(settings: Settings, ref: ScopeRef, db: Queryable = this.db): Promise<JudgmentSettings> {
    return toSettings(settings, toFreshnessView(settings.freshness, await readNamespaceFanout(db, ref)));
  }

  private async readViews(
    judgments: readonly EffectiveJudgment[],
    scope: string,
    db: Queryable,
  ): Promise<JudgmentView[]> {
    if (judgments.length === 0) return [];
    const { organization } = judgments[0];
    const namespaceId = isTemplate(scope)
      ? allNamespaces
      : (await this.namespaces.get({ organization, namespace: scope }, db)).id;
    const ids = judgments.map(({ id }) => id);
    const statsOf = await readStatisticsOfToday(db, namespaceId, ids);
    const fanout = await readNamespaceFanout(db, { organization, scope });
    const limits = new Map(
      judgments
        .filter(({ definition }) => !isTemplate(scope) && canSpread(definition))
        .map(({ id, freshness }) => [id, fanoutInEffect(freshness.fanout ?? {}, fanout).rolling_limit]),
    );
    const used = await readFanoutUse(db, namespaceId, limits);
    const engines = this.engines.current();
    return judgments.map((judgment) => {
      const use = used.get(judgment.id);
      const today = statsOf(judgment.id);
      const stats = use ? { ...today, fanout: use } : today;
      const source = engines.of(judgment.definition.engine)?.source ?? null;
      return toView(judgment, { stats, namespace: fanout, source });
    });
  }
}
