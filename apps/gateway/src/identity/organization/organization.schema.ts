import { Bool, ListOf, MapOf, OneOf, Stamp, Text, Values, plans } from '@app/contracts';
import type { Plan } from '@app/contracts';

export class OrganizationView {
  @Text() id: string;
  @Text() name: string;
  @OneOf(plans) plan: Plan;
  @Bool() suggestions: boolean;
  @Bool({ meaning: 'Whether members may post outcomes.' }) members_may_label: boolean;
  @Values({ type: 'string' }) non_production_prefixes: string[];
  @Stamp() created_at: string;
}

/** A prefix ends with a whole level, so that `acme/dev/` does not match `acme/development`. */
const prefixPattern = '^(?!\\.\\.?/)(?=.{2,257}$)[A-Za-z0-9._:/-]+/\\*?$';

export class OrganizationPatchBody {
  @Text({ optional: true, min: 1, max: 128 }) name?: string;
  @Bool({ optional: true }) suggestions?: boolean;
  @Bool({ optional: true, meaning: 'Lets members post outcomes; false when nobody set it.' })
  members_may_label?: boolean;
  @OneOf(plans, { optional: true }) plan?: Plan;
  @Values(
    { type: 'string', pattern: prefixPattern },
    {
      optional: true,
      nullable: true,
      max: 100,
      meaning: 'Prefixes such as `acme/dev/`, whose labels stay out of the pools of templates. null marks none.',
    },
  )
  non_production_prefixes?: string[] | null;
}

export class AuditEntry {
  @Text({ meaning: '`aud_..`.' }) id: string;
  @Stamp() at: string;
  @Text({ meaning: '`key:<id>`, `user:<id>` or `operator`.' }) actor: string;
  @Text({ meaning: 'What was done, such as `member.removed`.' }) action: string;
  @Text({ nullable: true, meaning: 'Id of what was changed.' }) target: string | null;
  @Text({
    nullable: true,
    meaning:
      'Who made the link by which the actor came in and who could have used it, until the actor sets a password.',
  })
  link_made_by: string | null;
  @MapOf({}, { nullable: true, meaning: 'What was changed, before.' }) before: object | null;
  @MapOf({}, { nullable: true, meaning: 'What was changed, after.' }) after: object | null;
}

export class AuditList {
  @ListOf(() => AuditEntry, { meaning: 'Newest first.' }) changes: AuditEntry[];
  @Text({ nullable: true }) next_cursor: string | null;
}
