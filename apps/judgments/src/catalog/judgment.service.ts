import { isTemplate, scopeChain } from '@app/definition';
import { Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Injectable } from '@nestjs/common';
import { NamespaceStore } from '../namespace/namespace.store';
import { StatisticStore, allNamespaces } from '../statistic/statistic.store';
import { JudgmentList, JudgmentView } from '@app/contracts';
import type { Place } from '../commit/change';
import { EffectiveJudgment, Judgment, inForce } from '../definition/judgment';
import { JudgmentStore } from '../definition/judgment.store';
import { OverrideStore } from '../definition/override.store';
import { toView } from './view';

const maxListed = 100;
/** The transaction that a change reads in; left out: any connection. */
type Reader = Pick<Tx, 'query'>;

/** Judgments as a namespace or a template prefix has them. */
@Injectable()
export class JudgmentService {
  constructor(
    private readonly store: JudgmentStore,
    private readonly overrides: OverrideStore,
    private readonly namespaces: NamespaceStore,
    private readonly statistics: StatisticStore,
  ) {}

  /** Those in force, by name: of each name the most specific one. A prefix has its own alone. */
  async effective(organization: string, scope: string, reader?: Reader): Promise<EffectiveJudgment[]> {
    const chain = isTemplate(scope) ? [scope] : scopeChain(scope);
    const [judgments, overrides] = await Promise.all([
      this.store.onScopes(organization, chain, reader),
      this.overrides.of(organization, scope, reader),
    ]);
    const byName = new Map<string, EffectiveJudgment>();
    const bySpecific = [...judgments].sort((a, b) => chain.indexOf(b.scope) - chain.indexOf(a.scope));
    for (const judgment of bySpecific) {
      const override = overrides.find(({ judgmentId }) => judgmentId === judgment.id);
      byName.set(judgment.name, inForce(judgment, scope, override));
    }
    return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** @throws Problem not_found */
  async find(organization: string, scope: string, name: string, reader?: Reader): Promise<EffectiveJudgment> {
    const found = (await this.effective(organization, scope, reader)).find((judgment) => judgment.name === name);
    if (found) return found;
    throw new Problem('not_found', `There is no judgment \`${name}\` on \`${scope}\`.`);
  }

  /** The judgment of a name as it holds at a place: its own first. @throws Problem not_found */
  async at({ organization, scope, name }: Place, reader?: Reader): Promise<EffectiveJudgment> {
    const own = await this.store.named(organization, scope, name, reader);
    return own ? inForce(own, scope, undefined) : this.find(organization, scope, name, reader);
  }

  /** A place's own judgment. @throws Problem not_found; conflict, reason `inherited` */
  async own({ organization, scope, name }: Place, reader?: Reader): Promise<Judgment> {
    const own = await this.store.named(organization, scope, name, reader);
    if (own) return own;
    const { template } = await this.find(organization, scope, name, reader);
    throw new Problem('conflict', `\`${name}\` is inherited from \`${template}\`; change it there.`, {
      reason: 'inherited',
      template,
    });
  }

  async list(organization: string, scope: string): Promise<JudgmentList> {
    const judgments = (await this.effective(organization, scope)).slice(0, maxListed);
    return { judgments: await this.views(judgments, scope) };
  }

  async view(judgment: EffectiveJudgment, scope: string, reader?: Reader): Promise<JudgmentView> {
    return (await this.views([judgment], scope, reader))[0];
  }

  private async views(
    judgments: readonly EffectiveJudgment[],
    scope: string,
    reader?: Reader,
  ): Promise<JudgmentView[]> {
    if (judgments.length === 0) return [];
    const { organization } = judgments[0];
    const id = isTemplate(scope) ? allNamespaces : (await this.namespaces.get(organization, scope, reader)).id;
    const stats = await this.statistics.today(
      id,
      judgments.map((judgment) => judgment.id),
      reader,
    );
    return judgments.map((judgment) => toView(judgment, stats(judgment.id)));
  }
}
