import { Bool, Int, JsonObject, ListOf, MapOf, Nested, OneOf, Shape, Stamp, Text, Values } from '../field';
import { request } from '../message';
import { Deleted, ListQuery } from '../shared';
import { namespacePattern } from '../names';

export class AggregateBody {
  @OneOf(['count', 'share', 'sum', 'mean', 'min', 'max', 'latest'], {
    meaning:
      'What is kept of the documents of a key. `count` and `share` count documents, `latest` is the number of the newest one.',
  })
  aggregate: string;
  @Text({
    optional: true,
    min: 1,
    max: 1024,
    meaning:
      'Path of the number: attributes.<name>, state.<dotted path> or answers.<judgment>.<field>. Booleans count 0 and 1. `count` takes it, too, and then counts documents with a value there; `share` takes none.',
  })
  path?: string;
  @JsonObject({ optional: true, named: 'Filter', meaning: 'Only documents that match it count. `share` needs it.' })
  where?: object;
}

export class GroupBody {
  @Text({ min: 1, max: 1024, meaning: '`attributes.<name>`. An array counts under each of its elements.' }) key: string;
  @MapOf(() => AggregateBody, { meaning: '1 to 16 aggregates by name.' })
  aggregates: { [name: string]: AggregateBody };
}

export class GroupView {
  @Text() name: string;
  @Text() key: string;
  @MapOf(() => AggregateBody) aggregates: { [name: string]: object };
  @Text({ optional: true, meaning: 'The template prefix, when the group is inherited.' }) template?: string;
  @OneOf(['building', 'ready'], {
    meaning: '`building`: the documents are being counted, and the values are those of the definition before.',
  })
  status: string;
  @Stamp({
    nullable: true,
    meaning:
      'Every change that was answered before this instant is counted. Null on a prefix, and while nothing is counted.',
  })
  as_of: string | null;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
}

/** What the documents of a key come to. */
export class GroupValue {
  @Shape({ type: ['string', 'number', 'boolean', 'null'] }, { meaning: 'Null in the row of further keys.' })
  key: string | number | boolean | null;
  @Int({ min: 0 }) documents: number;
  @Int({
    min: 0,
    meaning: 'Documents with a stale answer among those that the group reads; they count at its last value.',
  })
  stale: number;
  @MapOf(
    { type: ['number', 'null'] },
    { meaning: 'By name. `sum` and those that need a number are null when no document has one; `count` is 0.' },
  )
  aggregates: { [name: string]: number | null };
  @Bool({ optional: true, meaning: 'The row of all keys past the limit of a group.' }) overflow?: boolean;
}

export class GroupValues extends GroupView {
  @ListOf(() => GroupValue) values: GroupValue[];
  @Text({ nullable: true }) next_cursor: string | null;
}

export class GroupList {
  @ListOf(() => GroupView) groups: GroupView[];
  @Text({ nullable: true }) next_cursor: string | null;
}

export class GroupQuery {
  @Int({ optional: true, min: 1, max: 1000, meaning: 'Items a page: 1 to 1000.' }) limit?: number;
  @Text({ optional: true, min: 1, max: 4096 }) cursor?: string;
  @OneOf(['key', 'documents'], { optional: true, meaning: 'By key (default), or keys with most documents first.' })
  order?: 'key' | 'documents';
}

export class PutGroup {
  @Text() namespace: string;
  @Text() name: string;
  @Nested(() => GroupBody) group: GroupBody;
}
export class GroupPut {
  @Bool() created: boolean;
  @Nested(() => GroupView) group: GroupView;
}
export class ByGroup {
  @Text() namespace: string;
  @Text() name: string;
}
export class GetGroup extends GroupQuery {
  @Text() namespace: string;
  @Text() name: string;
}
export class ListGroups extends ListQuery {
  @Text() namespace: string;
}

const gatewayToDocuments = { from: ['gateway'], to: 'documents' } as const;
export const putGroup = request({
  ...gatewayToDocuments,
  subject: 'documents.group.put.v1',
  why: 'Stores a group: aggregates for each value of an attribute.',
  query: PutGroup,
  reply: GroupPut,
});
export const listGroups = request({
  ...gatewayToDocuments,
  subject: 'documents.group.list.v1',
  why: 'Lists the groups of a namespace.',
  query: ListGroups,
  reply: GroupList,
});
export const getGroup = request({
  ...gatewayToDocuments,
  subject: 'documents.group.get.v1',
  why: 'Reads one group with a page of its values.',
  query: GetGroup,
  reply: GroupValues,
});
export const deleteGroup = request({
  ...gatewayToDocuments,
  subject: 'documents.group.delete.v1',
  why: 'Deletes a group.',
  query: ByGroup,
  reply: Deleted,
});

const bands = { type: 'object', additionalProperties: { type: 'array', items: { type: 'number' } } };

export class SummaryBody {
  @Text({ pattern: namespacePattern, meaning: 'The namespace that gets one document for each tenant.' }) into: string;
  @Values({ type: 'string' }, { min: 1, max: 20, unique: true, meaning: 'Groups in force on the prefix.' })
  groups: string[];
  @MapOf(bands, {
    meaning:
      'By group and aggregate: 1 to 10 ascending edges. Every aggregate of every group needs them: no number is published.',
  })
  bands: { [group: string]: { [aggregate: string]: number[] } };
}

export class SummaryView {
  @Text() into: string;
  @Values({ type: 'string' }) groups: string[];
  @MapOf(bands) bands: { [group: string]: object };
  @Stamp({ nullable: true, meaning: 'Since when documents cannot be written; null while they can.' })
  failing_since: string | null;
  @Text({ nullable: true, meaning: 'Why they cannot be written, such as `document_exists` or `summary_overlaps`.' })
  failure: string | null;
  @Text({
    optional: true,
    nullable: true,
    meaning: 'A tenant whose document cannot be written; null while all can, and when no document can.',
  })
  failing_tenant?: string | null;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
}

export class PutSummary {
  @Text() namespace: string;
  @Nested(() => SummaryBody) summary: SummaryBody;
}
export class SummaryPut {
  @Bool() created: boolean;
  @Nested(() => SummaryView) summary: SummaryView;
}
export class BySummary {
  @Text() namespace: string;
}
export const putSummary = request({
  ...gatewayToDocuments,
  subject: 'documents.summary.put.v1',
  why: 'Stores the summary of a template prefix: the groups of its namespaces, in bands, as documents.',
  query: PutSummary,
  reply: SummaryPut,
});
export const getSummary = request({
  ...gatewayToDocuments,
  subject: 'documents.summary.get.v1',
  why: 'Reads the summary of a template prefix.',
  query: BySummary,
  reply: SummaryView,
});
export const deleteSummary = request({
  ...gatewayToDocuments,
  subject: 'documents.summary.delete.v1',
  why: 'Deletes the summary of a template prefix with its documents.',
  query: BySummary,
  reply: Deleted,
});
