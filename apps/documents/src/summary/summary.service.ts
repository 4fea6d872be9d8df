import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { Deleted } from '@app/contracts';
import { BySummary, PutSummary, SummaryPut, SummaryView } from '@app/contracts/documents';
import { Database, Effects, Outcome, Tx } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { GroupScope, findGroup } from '../group/definition.store';
import { GroupDefinition } from '../group/parse-group';
import { QuotaService } from '../namespace/metering/quota.service';
import { ensureNamespace } from '../namespace/ensure-namespace';
import { lockOrganizationAlone } from '../namespace/snapshot/revision.store';
import { refuseOverlap, requestHiddenSweeps } from './overlap.store';
import { checkSummary } from './parse-summary';
import { SummaryRow, endSummary, findSummary, putSummary } from './summary.store';

/** The summaries of template prefixes. A worker writes their documents. */
@Injectable()
export class SummaryService {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EFFECTS) private readonly effects: Effects,
    private readonly quotas: QuotaService,
  ) {}

  /** Makes the namespace that gets the documents, as any first write of one does. */
  async put({ namespace: scope, summary }: PutSummary, call: Call): Promise<Outcome> {
    const { organization, plan } = call.who;
    assertSummaries(plan);
    const assertWithinQuota = await this.quotas.readFor(call.who);
    return this.effects.runOnce('documents.summary-put', call, async (tx) => {
      await lockOrganizationAlone(tx, organization);
      const into = { organization, namespace: summary.into };
      const groups = await readGroupsOn(tx, { organization, scope }, summary.groups);
      checkSummary(scope, summary, groups);
      const before = await findSummary(tx, organization, scope);
      await refuseOverlap(tx, organization, scope, summary, before);
      await ensureNamespace(tx, into, assertWithinQuota);
      const row = await putSummary(tx, organization, scope, summary);
      if (before && before.body.into !== summary.into) await requestHiddenSweeps(tx, organization, before.body.into);
      const reply: SummaryPut = { created: !before, summary: summaryView(row) };
      return { status: before ? 200 : 201, body: JSON.stringify(reply) };
    });
  }

  async get({ namespace: scope }: BySummary, call: Call): Promise<SummaryView> {
    const row = await findSummary(this.database, call.who.organization, scope);
    if (!row) throw noSummary(scope);
    return summaryView(row);
  }

  /** Deletes on any plan, so that an organization can delete what it may no longer change after a downgrade. */
  async delete({ namespace: scope }: BySummary, call: Call): Promise<Outcome> {
    const { organization } = call.who;
    return this.effects.runOnce('documents.summary-delete', call, async (tx) => {
      await lockOrganizationAlone(tx, organization);
      const row = await findSummary(tx, organization, scope);
      if (!row) throw noSummary(scope);
      await endSummary(tx, row.id);
      await requestHiddenSweeps(tx, organization, row.body.into);
      const deleted: Deleted = { deleted: true };
      return { status: 200, body: JSON.stringify(deleted) };
    });
  }
}

async function readGroupsOn(tx: Tx, ref: GroupScope, names: readonly string[]): Promise<Map<string, GroupDefinition>> {
  const found = new Map<string, GroupDefinition>();
  for (const name of names) {
    const row = await findGroup(tx, ref, name);
    if (row) found.set(name, row.body);
  }
  return found;
}

function summaryView({
  body,
  failing_since,
  failure,
  failing_tenant,
  created_at,
  updated_at,
}: SummaryRow): SummaryView {
  return {
    into: body.into,
    groups: body.groups,
    bands: body.bands,
    failing_since: failing_since?.toISOString() ?? null,
    failure,
    failing_tenant,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}

function noSummary(scope: string): Problem {
  return new Problem('not_found', `There is no summary on \`${scope}\`.`);
}

/** @throws Problem `plan_required` on a plan without summaries */
function assertSummaries(plan: string): void {
  if (plan !== 'developer') return;
  throw new Problem('plan_required', 'Tenant summaries need the Team plan.', {
    capability: 'summaries',
    required_plan: 'team',
    plan,
  });
}
