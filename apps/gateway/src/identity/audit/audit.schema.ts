import { Bool, Int, ListOf, ListQuery, MapOf, Nested, OneOf, Stamp, Text } from '@app/contracts';

/** Which changes are found: those that pass every member that is given. */
export class AuditQuery extends ListQuery {
  @Text({ optional: true, min: 1, max: 128, meaning: 'Who did it: `user:<id>`, `key:<id>` or `operator`.' })
  actor?: string;
  @Text({ optional: true, min: 1, max: 64, meaning: 'What was done, such as `member.removed`.' }) action?: string;
  @Text({ optional: true, min: 1, max: 128, meaning: 'Id of what was changed.' }) target?: string;
  @Stamp({ optional: true, meaning: 'Changes made then or later.' }) since?: string;
  @Stamp({ optional: true, meaning: 'Changes made before then.' }) until?: string;
}

/** Changes of one file. A change is about half a kilobyte, and never more than some: it holds settings, no documents. */
export const mostExported = 5_000;
export const auditFormats = ['csv', 'jsonl'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** A file of the changes that a query finds. */
export class AuditExportQuery extends AuditQuery {
  @Int({ optional: true, min: 1, max: mostExported, meaning: 'Items a page: 1 to 5000, the default.' })
  declare limit?: number;
  @OneOf(auditFormats, { optional: true, meaning: 'Default `jsonl`.' }) format?: AuditFormat;
}

export const partyKinds = [
  'person',
  'key',
  'session',
  'provider',
  'model',
  'organization',
  'operator',
  'other',
] as const;
export type PartyKind = (typeof partyKinds)[number];

/** Who or what an id of the audit stands for. */
export class AuditParty {
  @OneOf(partyKinds, { meaning: 'A later version may say another word.' }) kind: PartyKind;
  @Text({ meaning: 'Its id without the kind; `operator` for who runs the service.' }) id: string;
  @Text({ nullable: true, meaning: "A person's or provider's name, a key's description; null where there is none." })
  name: string | null;
  @Text({
    nullable: true,
    meaning: 'The address of a person, and of the person of a session; of a former member the one last written here.',
  })
  email: string | null;
  @Bool({ meaning: 'Whether it is still there: a member, a key not revoked, a session not ended.' }) current: boolean;
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
  @Nested(() => AuditParty, { meaning: 'Who `actor` is.' }) actor_details: AuditParty;
  @Nested(() => AuditParty, { nullable: true, meaning: 'What `target` is.' }) target_details: AuditParty | null;
  @Nested(() => AuditParty, { nullable: true, meaning: 'Who `link_made_by` is.' })
  link_made_by_details: AuditParty | null;
}

export class AuditList {
  @ListOf(() => AuditEntry, { meaning: 'Newest first.' }) changes: AuditEntry[];
  @Text({ nullable: true }) next_cursor: string | null;
}
