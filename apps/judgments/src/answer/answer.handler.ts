import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import {
  AnswerOfRecord,
  AnswersInForce,
  AnswersInForceFound,
  GetAnswer,
  HistoryList,
  ListHistory,
} from '@app/contracts/judgments';
import { Definition, declaredOptions, optionsFrom } from '@app/definition';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { Problem } from '@app/problem';
import { Inject, Injectable } from '@nestjs/common';
import { JudgmentService } from '../judgment/catalog/judgment.service';
import { NamespaceStore } from '../copy/namespace/namespace.store';
import { readEpochSources } from '../copy/engine/epoch.store';
import { readGoneBeforeOf } from './retention/gone.store';
import { DocumentFetch } from '../document/document-fetch';
import { toHistoryItem } from './answer';
import { answerWithContext } from './answer-context.store';
import { answerHistory, readAnswersAtMoments } from './answer.store';

const pageSize = 100;

/** Answers the requests that read answers of record. */
@Injectable()
export class AnswerHandler {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly namespaces: NamespaceStore,
    private readonly judgments: JudgmentService,
    private readonly fetches: DocumentFetch,
  ) {}

  async readHistory(query: ListHistory, call: Call): Promise<HistoryList> {
    const { organization } = call.who;
    const { namespace } = query;
    const judgment = await this.judgments.find({ organization, scope: namespace, name: query.judgment });
    const namespaceId = await this.namespaces.readKnownIdOf({ organization, namespace });
    const limit = query.limit ?? pageSize;
    const cursor = decodeCursor('history', query.cursor);
    const key = { document: query.document, judgmentId: judgment.id };
    const rows = await answerHistory(this.db, namespaceId, key, cursor && cursor[0], limit + 1);
    if (rows.length === 0 && cursor === null) await this.requireDocument(query, call);
    const page = rows.slice(0, limit);
    const sourcesOf = await readEpochSources(this.db, page);
    const isLast = rows.length <= limit;
    const goneBefore = isLast ? await readGoneBeforeOf(this.db, judgment.id) : null;
    return {
      answers: page.map((row) => toHistoryItem(row, judgment.copied, sourcesOf(row.engine_name, row.engine_version))),
      next_cursor: isLast ? null : encodeCursor('history', [page[page.length - 1].record]),
      oldest_kept: goneBefore?.toISOString() ?? null,
    };
  }

  /** One answer of record with the context that its engine read. @throws Problem not_found */
  async get(query: GetAnswer, call: Call): Promise<AnswerOfRecord> {
    const { organization } = call.who;
    const { namespace, document, answer } = query;
    const judgment = await this.judgments.find({ organization, scope: namespace, name: query.judgment });
    const namespaceId = await this.namespaces.readKnownIdOf({ organization, namespace });
    const row = await answerWithContext(this.db, namespaceId, { document, judgmentId: judgment.id }, answer);
    if (row === null) {
      throw new Problem(
        'not_found',
        `\`${document}\` has no answer \`${answer}\` of \`${query.judgment}\`, or it is kept no longer; list its history for the ids.`,
      );
    }
    const { text, gone, tokens, images } = row;
    const sourcesOf = await readEpochSources(this.db, [row]);
    const item = toHistoryItem(row, judgment.copied, sourcesOf(row.engine_name, row.engine_version));
    return { ...item, context: { text, gone, tokens, images } };
  }

  /** A document without answers has an empty history. @throws Problem not_found */
  private async requireDocument({ namespace, document }: ListHistory, call: Call): Promise<void> {
    const query = { organization: call.who.organization, namespace, ids: [document], judgments: [] };
    const { documents, unreadable } = await this.fetches.fetch(query, Call.until(call.deadlineAtMs));
    if (documents.length > 0 || unreadable.size > 0) return;
    throw new Problem('not_found', `There is no document \`${document}\` in \`${namespace}\`.`, {
      documents: [document],
    });
  }

  async readInForce(query: AnswersInForce): Promise<AnswersInForceFound> {
    const { organization, namespace } = query;
    const judgment = await this.judgments.find({ organization, scope: namespace, name: query.judgment });
    const namespaceId = await this.namespaces.readKnownIdOf(query);
    const moments = query.moments.map(({ document, as_of, answer }) => ({
      document,
      asOf: as_of,
      answerId: answer ?? null,
    }));
    const found = await readAnswersAtMoments(this.db, namespaceId, judgment.id, moments);
    const { definition } = judgment;
    return {
      judgment_id: judgment.id,
      type: definition.type,
      horizon: definition.horizon,
      options: optionsFrom(definition) || definition.type !== 'choice' ? null : valuesOf(definition),
      levels: definition.type === 'score' ? definition.levels.map(({ value }) => value) : null,
      answers: found.map(({ document, answer, firstAt, deletedAt, isExpired }) => ({
        document,
        answer,
        first_answer_at: firstAt?.toISOString() ?? null,
        ...(deletedAt && { deleted_at: deletedAt.toISOString() }),
        ...(isExpired && { expired: true }),
      })),
    };
  }
}

function valuesOf(definition: Definition): string[] {
  return declaredOptions(definition).map(({ value }) => value);
}
