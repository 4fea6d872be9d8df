import { Bool, OneOf, Stamp, Text, Values, plans } from '@app/contracts';
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
