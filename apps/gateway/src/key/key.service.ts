import { Call } from '@app/bus';
import { scopeWithin } from '@app/contracts';
import { Clock } from '@app/observability';
import { Effects, Outcome, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { ApiKeyBody, ApiKeyList, ApiKeyView, ApiKeysQuery } from '../organization/organization.schema';
import { KeyStore, ListedKey } from './key.store';
import { makeToken, shownPrefix } from './token';

const defaultLimit = 100;

/** Keys as their organization manages them. */
export class KeyService {
  constructor(
    private readonly effects: Effects,
    private readonly store: KeyStore,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `forbidden` for a key wider than the caller's, `invalid_request` for one that has expired */
  create(body: ApiKeyBody, call: Call): Promise<Outcome> {
    const caller = call.who;
    if (!scopeWithin(body.scope, caller.scope))
      throw new Problem('forbidden', "The new key's scope reaches outside this key's scope.");
    const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at);
    if (expiresAt !== null && !(expiresAt.getTime() > this.clock.now()))
      throw invalid('bad_timestamp', '/expires_at', '`expires_at` must lie in the future.');
    return this.effects.once('gateway.key-create', call, async (tx) => {
      const made = makeToken();
      const spec = {
        organizationId: caller.organization,
        role: body.role,
        scope: body.scope,
        description: body.description ?? null,
        expiresAt,
      };
      const row = await this.store.create(tx, spec, made);
      return { status: 201, body: JSON.stringify({ ...toView(row), key: made.token }) };
    });
  }

  async list(organization: string, query: ApiKeysQuery): Promise<ApiKeyList> {
    const after = decodeCursor(query.cursor, 1);
    const limit = query.limit ?? defaultLimit;
    const rows = await this.store.list(organization, (after?.[0] as string | undefined) ?? null, limit + 1);
    const page = rows.slice(0, limit);
    return {
      api_keys: page.map(toView),
      next_cursor: rows.length > limit ? encodeCursor([page[page.length - 1].id]) : null,
    };
  }

  revoke(id: string, call: Call): Promise<Outcome> {
    return this.effects.once('gateway.key-revoke', call, async (tx) => {
      if (!(await this.store.revoke(tx, call.who.organization, id)))
        throw new Problem('not_found', 'There is no such key, or it was revoked before.');
      return { status: 200, body: '{"deleted":true}' };
    });
  }
}

export function toView(row: ListedKey): ApiKeyView {
  return {
    id: row.id,
    prefix: shownPrefix(row.public_id),
    role: row.role,
    scope: row.scope,
    description: row.description,
    expires_at: row.expires_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
