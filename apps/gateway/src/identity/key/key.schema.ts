import { ListOf, OneOf, Stamp, Text, roles, scopePattern } from '@app/contracts';
import type { Role } from '@app/contracts';

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
  @Stamp({ nullable: true, meaning: 'The last request, to a minute.' }) last_used_at: string | null;
  @Text({ nullable: true, meaning: '`key:<id>`, `user:<id>` or `operator`.' }) made_by: string | null;
  @Text({ optional: true, meaning: 'The key itself, in the reply of its creation only.' }) key?: string;
}

export class ApiKeyList {
  @ListOf(() => ApiKeyView) api_keys: ApiKeyView[];
  @Text({ nullable: true }) next_cursor: string | null;
}
