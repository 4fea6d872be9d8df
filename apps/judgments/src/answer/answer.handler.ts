import type { Call } from '@app/bus';
import { AnswersInForce, AnswersInForceFound, HistoryList, ListHistory } from '@app/contracts';
import { decodeCursor, encodeCursor } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { JudgmentService } from '../catalog/judgment.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { toHistoryItem } from './answer';
import { AnswerStore } from './answer.store';

const pageSize = 100;

/** Answers of record, read. */
@Injectable()
export class AnswerHandler {
  constructor(
    private readonly answers: AnswerStore,
    private readonly namespaces: NamespaceStore,
    private readonly judgments: JudgmentService,
  ) {}

  async history(query: ListHistory, call: Call): Promise<HistoryList> {
    const { organization } = call.who;
    const judgment = await this.judgments.find(organization, query.namespace, query.judgment);
    const namespaceId = await this.namespaces.idOf(organization, query.namespace);
    const limit = query.limit ?? pageSize;
    const below = decodeCursor(query.cursor, 1);
    const key = { document: query.document, judgmentId: judgment.id };
    const rows = await this.answers.history(namespaceId, key, below === null ? null : String(below[0]), limit + 1);
    const page = rows.slice(0, limit);
    return {
      answers: page.map((row) => toHistoryItem(row, judgment.copied)),
      next_cursor: rows.length > limit ? encodeCursor([page[page.length - 1].record]) : null,
    };
  }

  async inForce(query: AnswersInForce): Promise<AnswersInForceFound> {
    const { organization, namespace } = query;
    const judgment = await this.judgments.find(organization, namespace, query.judgment);
    const namespaceId = await this.namespaces.idOf(organization, namespace);
    const moments = query.moments.map(({ document, as_of, answer }) => ({
      document,
      asOf: as_of,
      answerId: answer ?? null,
    }));
    const found = await this.answers.inForce(namespaceId, judgment.id, moments);
    const { definition } = judgment;
    return {
      judgment_id: judgment.id,
      type: definition.type,
      horizon: definition.horizon,
      options: definition.type === 'choice' ? definition.options.map(({ value }) => value) : null,
      levels: definition.type === 'score' ? definition.levels.map(({ value }) => value) : null,
      answers: found.map(({ document, answer, firstAt }) => ({
        document,
        answer,
        first_answer_at: firstAt?.toISOString() ?? null,
      })),
    };
  }
}
