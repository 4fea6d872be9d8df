import { CLOCK, DATABASE, EFFECTS } from '@app/boot';
import { Call } from '@app/bus';
import { Caller, ListQuery, scopeWithin } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Database, Effects, Outcome, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem, invalid } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { writeAudit } from '../organization/audit.store';
import { beginChange } from '../organization/change';
import { assertRoomFor } from '../organization/room';
import { Principal } from '../principal/principal';
import { ApiKeyBody, ApiKeyList, ApiKeyView } from './key.schema';
import { ListedKey, insertKey, listKeys, revokeKey } from './key.store';
import { makeToken, shownPrefix } from './token';

const defaultLimit = 100;

/** Makes, lists and revokes the keys of the caller's organization. */
@Injectable()
export class KeyService {
  constructor(
    @Inject(EFFECTS) private readonly effects: Effects,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Makes a key.
   * @throws Problem `forbidden` when its scope is wider than the caller's, `invalid_request` when it has expired already,
   * `conflict`, reason `too_many_keys`, when the organization has as many as it may
   */
  create(body: ApiKeyBody, principal: Principal, call: Call): Promise<Outcome> {
    const caller = call.who;
    if (!scopeWithin(body.scope, caller.scope))
      throw new Problem('forbidden', "The new key's scope reaches outside this key's scope; send a narrower one.");
    const expiresAt = body.expires_at === undefined ? null : new Date(body.expires_at);
    if (expiresAt !== null && !(expiresAt.getTime() > this.clock.now()))
      throw invalid('bad_timestamp', '/expires_at', '`expires_at` must lie in the future.');
    const { role, scope, description = null } = body;
    return this.effects.runOnce('gateway.key-create', call, async (tx) => {
      await beginChange(tx, principal);
      await assertRoomFor(tx, 'keys', caller.organization);
      const made = makeToken();
      const row = await insertKey(
        tx,
        { organizationId: caller.organization, role, scope, description, expiresAt, madeBy: caller.actor },
        made,
      );
      await writeAudit(tx, {
        organization: caller.organization,
        actor: caller.actor,
        action: 'key.made',
        target: row.id,
        after: { role, scope, expires_at: row.expires_at },
      });
      return { status: 201, body: JSON.stringify({ ...toView(row), key: made.token }) };
    });
  }

  async list({ organization }: Caller, query: ListQuery): Promise<ApiKeyList> {
    const cursor = decodeCursor('api-keys', query.cursor);
    const limit = query.limit ?? defaultLimit;
    const rows = await listKeys(this.database, organization, { after: cursor?.[0] ?? null, limit: limit + 1 });
    const page = rows.slice(0, limit);
    return {
      api_keys: page.map(toView),
      next_cursor: rows.length > limit ? encodeCursor('api-keys', [page[page.length - 1].id]) : null,
    };
  }

  /** @throws Problem `not_found` when the organization has no such key, or it is revoked already */
  revoke(id: string, principal: Principal, call: Call): Promise<Outcome> {
    return this.effects.runOnce('gateway.key-revoke', call, async (tx) => {
      await beginChange(tx, principal);
      if (!(await revokeKey(tx, call.who.organization, id)))
        throw new Problem('not_found', 'There is no such key, or it is revoked already.');
      const { organization, actor } = call.who;
      await writeAudit(tx, { organization, actor, action: 'key.revoked', target: id });
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
    last_used_at: row.last_used_at?.toISOString() ?? null,
    made_by: row.made_by,
  };
}
