import { DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { Database, Effects, Outcome, Queryable } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { OrganizationPatchBody, OrganizationView } from './organization.schema';
import { OrganizationRow, findOrganization, setMarks } from './organization.store';

/** Shows the caller's organization, and changes the settings that an API key may change. */
@Injectable()
export class OrganizationService {
  constructor(
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  async show(id: string): Promise<OrganizationView> {
    return toView(await existing(this.database, id));
  }

  /** @throws Problem `forbidden` for a setting that only an owner or admin may change */
  change({ non_production_prefixes: prefixes, ...reserved }: OrganizationPatchBody, call: Call): Promise<Outcome> {
    const [member] = Object.entries(reserved).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (member !== undefined)
      throw new Problem(
        'forbidden',
        `No API key may change \`${member}\`; an owner or admin of the organization must sign in to do it.`,
      );
    return this.effects.once('gateway.organization', call, async (tx) => {
      const { organization } = call.who;
      const row =
        prefixes === undefined ? await existing(tx, organization) : await setMarks(tx, organization, prefixes ?? []);
      return { status: 200, body: JSON.stringify(toView(row)) };
    });
  }
}

/** @throws Error when there is no such organization, although a live key belongs to it: a defect */
async function existing(database: Queryable, id: string): Promise<OrganizationRow> {
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
    non_production_prefixes: row.non_production_prefixes,
    created_at: row.created_at.toISOString(),
  };
}
