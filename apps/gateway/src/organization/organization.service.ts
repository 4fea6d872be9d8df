import { Call } from '@app/bus';
import { Effects, Outcome } from '@app/persistence';
import { Problem } from '@app/problem';
import { OrganizationPatchBody, OrganizationView } from './organization.schema';
import { OrganizationRow, OrganizationStore } from './organization.store';

/** Settings of an organization, as far as an API key may change them. */
export class OrganizationService {
  constructor(
    private readonly effects: Effects,
    private readonly store: OrganizationStore,
  ) {}

  /** @throws Problem `forbidden` for what only people may change */
  change({ non_production_prefixes: prefixes, ...reserved }: OrganizationPatchBody, call: Call): Promise<Outcome> {
    const [member] = Object.entries(reserved).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    if (member !== undefined) {
      const sentence = `Only an owner or admin of the organization may change \`${member}\`, signed in; no API key may.`;
      throw new Problem('forbidden', sentence);
    }
    return this.effects.once('gateway.organization', call, async (tx) => {
      const { organization } = call.who;
      const row =
        prefixes === undefined
          ? await this.store.byId(organization)
          : await this.store.setMarks(tx, organization, prefixes ?? []);
      if (!row) throw new Error(`organization ${organization} of a live key is gone`);
      return { status: 200, body: JSON.stringify(toView(row)) };
    });
  }
}

export function toView(row: OrganizationRow): OrganizationView {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    suggestions: row.suggestions,
    non_production_prefixes: row.non_production_prefixes,
    created_at: row.created_at.toISOString(),
  };
}
