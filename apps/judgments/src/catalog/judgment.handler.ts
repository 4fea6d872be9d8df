import type { Call } from '@app/bus';
import { JudgmentList, JudgmentView, ListVersions, OfJudgment, OfNamespace, VersionList } from '@app/contracts';
import { decodeCursor, encodeCursor } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { JudgmentService } from './judgment.service';
import { JudgmentStore } from '../definition/judgment.store';

const pageSize = 100;

/** Judgments, read. */
@Injectable()
export class JudgmentHandler {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly store: JudgmentStore,
  ) {}

  list({ namespace }: OfNamespace, call: Call): Promise<JudgmentList> {
    return this.judgments.list(call.who.organization, namespace);
  }

  async get({ namespace, name }: OfJudgment, call: Call): Promise<JudgmentView> {
    const judgment = await this.judgments.find(call.who.organization, namespace, name);
    return this.judgments.view(judgment, namespace);
  }

  async versions(query: ListVersions, call: Call): Promise<VersionList> {
    const judgment = await this.judgments.find(call.who.organization, query.namespace, query.name);
    const limit = query.limit ?? pageSize;
    const below = decodeCursor(query.cursor, 1);
    const rows = await this.store.versions(judgment.row, below === null ? null : Number(below[0]), limit + 1);
    const page = rows.slice(0, limit);
    return {
      versions: page.map(({ version, created_at, definition }) => ({
        version,
        created_at: created_at.toISOString(),
        definition,
      })),
      next_cursor: rows.length > limit ? encodeCursor([page[page.length - 1].version]) : null,
    };
  }
}
