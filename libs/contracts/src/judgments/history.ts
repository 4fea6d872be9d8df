import { engineSources, probabilitySources } from '../engines/views';
import type { EngineSource, ProbabilitySource } from '../engines/views';
import { Bool, Int, JsonObject, ListOf, OneOf, Stamp, Text } from '../field';
import { request } from '../message';
import { ListQuery } from '../shared';

export class ListHistory extends ListQuery {
  @Text() namespace: string;
  @Text() document: string;
  @Text() judgment: string;
}
export class HistoryItem {
  @Text() id: string;
  @Int() version: number;
  @Int() document_version: number;
  @Text({ nullable: true }) engine_version: string | null;
  @OneOf(engineSources, {
    optional: true,
    nullable: true,
    meaning:
      'What stood behind the engine’s name in that epoch; null of epochs that ended before a build that keeps it.',
  })
  engine_source?: EngineSource | null;
  @OneOf(probabilitySources, { optional: true, nullable: true, meaning: 'As of an answer.' })
  probability_source?: ProbabilitySource | null;
  @Stamp() judged_at: string;
  @Text({ meaning: 'Hash of the context that the engine read.' }) context_hash: string;
  @Bool() truncated: boolean;
  @JsonObject({ named: 'RawAnswer' }) answer: object;
}
export class HistoryList {
  @ListOf(() => HistoryItem) answers: HistoryItem[];
  @Text({ nullable: true }) next_cursor: string | null;
  @Stamp({
    optional: true,
    nullable: true,
    meaning:
      'On the last page, the moment before which answers may have been dropped, when the judgment is older; else null.',
  })
  oldest_kept?: string | null;
}
export const listHistory = request({
  from: ['gateway'],
  to: 'judgments',
  subject: 'judgments.answer.history.v1',
  why: 'Lists the answers of record of one document, newest first.',
  query: ListHistory,
  reply: HistoryList,
});
