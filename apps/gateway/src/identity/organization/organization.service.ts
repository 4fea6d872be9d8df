import { CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import type { Clock } from '@app/observability';
import { Database, Effects, Outcome, Queryable } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { writeAudit } from './audit.store';
import { Principal } from '../principal/principal';
import { assertFresh } from '../session/session';
import { OrganizationPatchBody, OrganizationView } from './organization.schema';
import { beginChange } from './change';
import { organizationName } from './organization-name';
import { OrganizationRow, changeOrganization, findOrganization } from './organization.store';

const settings = ['name', 'plan', 'suggestions', 'members_may_label', 'non_production_prefixes'] as const;

/** Shows the caller's organization and changes its settings. */
@Injectable()
export class OrganizationService {
  constructor(
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async show(id: string): Promise<OrganizationView> {
    return toView(await readExisting(this.database, id));
  }

  /**
   * Changes settings: an API key the prefixes, owners and admins the rest, an owner or admin who proved who they are lately
   * the plan.
   * @throws Problem `forbidden` for a setting that the caller may not change; `conflict` for a name that is taken
   */
  change(body: OrganizationPatchBody, principal: Principal, call: Call): Promise<Outcome> {
    if (!principal.session) refuseReserved(body);
    if (body.name !== undefined) assertName(body.name);
    if (body.plan !== undefined) assertFresh(principal, this.clock.now());
    return this.effects.runOnce('gateway.organization', call, async (tx) => {
      await beginChange(tx, principal);
      const { organization, actor } = call.who;
      const before = toView(await readExisting(tx, organization));
      const after = toView(await changeOrganization(tx, organization, body));
      const changed = settings.filter((name) => body[name] !== undefined);
      if (changed.length > 0)
        await writeAudit(tx, {
          organization,
          actor,
          action: 'organization.changed',
          target: organization,
          before: Object.fromEntries(changed.map((name) => [name, before[name]])),
          after: Object.fromEntries(changed.map((name) => [name, after[name]])),
        });
      return { status: 200, body: JSON.stringify(after) };
    });
  }
}

/** @throws Problem `invalid_request` for a name that the operator's commands could not hold */
function assertName(name: string): void {
  if (!organizationName.test(name))
    throw invalid(
      'bad_name',
      '/name',
      'The name of an organization has 1 to 128 characters of A-Za-z0-9._- and begins with a letter or digit.',
    );
}

/** @throws Problem `forbidden` for a setting that no API key may change */
function refuseReserved(body: OrganizationPatchBody): void {
  const member = settings.find((name) => name !== 'non_production_prefixes' && body[name] !== undefined);
  if (member !== undefined)
    throw new Problem(
      'forbidden',
      `No API key may change \`${member}\`; an owner or admin of the organization must sign in to do it.`,
    );
}

/** @throws Error when there is no such organization, although a live key belongs to it: a defect */
async function readExisting(database: Queryable, id: string): Promise<OrganizationRow> {
  const row = await findOrganization(database, id);
  if (!row) throw new Error(`there is no organization ${id}, although a live key belongs to it`);
  return row;
}

function toView(row: OrganizationRow): OrganizationView {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    suggestions: row.suggestions,
    members_may_label: row.members_may_label,
    non_production_prefixes: row.non_production_prefixes,
    created_at: row.created_at.toISOString(),
  };
}
