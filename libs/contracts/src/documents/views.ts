import { Int, JsonObject, ListOf, MapOf, Nested, Stamp, Text, Values } from '../field';
import { UsageView } from '../shared';
import { AnswerView } from './answer-view';

/** A document with the members that `include` names. */
export class DocumentView {
  @Text() id: string;
  @JsonObject({ optional: true, named: 'Attributes' }) attributes?: object;
  @JsonObject({ optional: true, named: 'State' }) state?: object;
  @JsonObject({ optional: true, named: 'ImageRefs' }) images?: object;
  @Int() version: number;
  @Stamp() created_at: string;
  @Stamp() updated_at: string;
  @MapOf(() => AnswerView, { optional: true }) answers?: Record<string, AnswerView>;
  @Nested(() => UsageView, { optional: true, meaning: 'Present when this read judged answers that were billed.' })
  usage?: UsageView;
}

export class DocumentsView {
  @ListOf(() => DocumentView) documents: DocumentView[];
  @Values({ type: 'string' }, { meaning: 'Ids that were left out because the response would exceed 8 MiB.' })
  remaining: string[];
  @Values({ type: 'string' }, { meaning: 'Ids that do not exist.' }) missing: string[];
  @Nested(() => UsageView, { optional: true }) usage?: UsageView;
}

export class QueryView {
  @ListOf(() => DocumentView) documents: DocumentView[];
  @Text({ nullable: true }) next_cursor: string | null;
  @Int({
    min: 0,
    meaning:
      'Number of documents on this page with a stale answer, among the judgments that the query includes or filters on.',
  })
  stale_count: number;
  @Int({ min: 0, optional: true }) count?: number;
}

export class WrittenDocument {
  @Text() id: string;
  @Int() version: number;
}

export class DocumentWritten {
  @Int() upserted: number;
  @Int() patched: number;
  @Int() appended: number;
  @Int() deleted: number;
  @Int() unchanged: number;
  @Int() skipped: number;
  @Int() missing: number;
  @ListOf(() => WrittenDocument) documents: WrittenDocument[];
}
