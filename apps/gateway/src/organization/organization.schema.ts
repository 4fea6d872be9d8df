import type { Plan, Role } from '@app/contracts';
import {
  Bool,
  ListOf,
  ListQuery,
  OneOf,
  ReportUsage,
  Stamp,
  Text,
  Values,
  plans,
  roles,
  scopePattern,
} from '@app/contracts';

export class OrganizationView {
  @Text() id: string;
  @Text() name: string;
  @OneOf(plans) plan: Plan;
  @Bool() suggestions: boolean;
  @Values({ type: 'string' }) non_production_prefixes: string[];
  @Stamp() created_at: string;
}

/** A prefix ends at a level, so that `acme/dev/` marks nothing of `acme/development`. */
const markPattern = '^(?!\\.\\.?/)(?=.{2,257}$)[A-Za-z0-9._:/-]+/\\*?$';

export class OrganizationPatchBody {
  @Text({ optional: true, min: 1, max: 128 }) name?: string;
  @Bool({ optional: true }) suggestions?: boolean;
  @OneOf(plans, { optional: true }) plan?: Plan;
  @Values(
    { type: 'string', pattern: markPattern },
    {
      optional: true,
      nullable: true,
      max: 100,
      meaning: 'Prefixes such as `acme/dev/`, whose labels stay out of the pools of templates. null marks none.',
    },
  )
  non_production_prefixes?: string[] | null;
}

export class ApiKeyBody {
  @OneOf(roles) role: Role;
  @Text({ pattern: scopePattern, meaning: '`*`, a namespace, or a prefix such as `acme/prod/*`.' }) scope: string;
  @Text({ optional: true, max: 256 }) description?: string;
  @Stamp({ optional: true }) expires_at?: string;
}

export class ApiKeyView {
  @Text() id: string;
  @Text({ meaning: 'The readable start of the key.' }) prefix: string;
  @OneOf(roles) role: Role;
  @Text() scope: string;
  @Text({ nullable: true }) description: string | null;
  @Stamp({ nullable: true }) expires_at: string | null;
  @Stamp() created_at: string;
  @Text({ optional: true, meaning: 'The key itself, in the reply of its creation only.' }) key?: string;
}

export class ApiKeyList {
  @ListOf(() => ApiKeyView) api_keys: ApiKeyView[];
  @Text({ nullable: true }) next_cursor: string | null;
}

export class ApiKeysQuery extends ListQuery {}

export class UsageQuery extends ReportUsage {
  @OneOf(['json', 'csv'], { optional: true }) format?: 'json' | 'csv';
}
