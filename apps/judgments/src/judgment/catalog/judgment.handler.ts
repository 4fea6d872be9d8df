import { DATABASE } from '@app/boot';
import type { Call } from '@app/bus';
import {
  JudgmentList,
  JudgmentView,
  ListVersions,
  OfJudgment,
  OfNamespace,
  VersionList,
} from '@app/contracts/judgments';
import { Database, decodeCursor, encodeCursor } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { readVersionsBelow } from '../definition/version.store';
import type { EffectiveJudgment } from '../definition/judgment';
import { NamespaceGuard } from '../../copy/namespace/namespace-guard';
import { JudgmentService } from './judgment.service';

const pageSize = 100;

/** Answers the requests that read judgments and their versions. */
@Injectable()
export class JudgmentHandler {
  constructor(
    private readonly judgments: JudgmentService,
    private readonly guard: NamespaceGuard,
    @Inject(DATABASE) private readonly db: Database,
  ) {}

  async list({ namespace: scope }: OfNamespace, call: Call): Promise<JudgmentList> {
    const ref = { organization: call.who.organization, scope };
    const list = await this.judgments.list(ref);
    // A judgment of its own shows that a namespace exists.
    if (list.judgments.every(({ template }) => template !== undefined)) await this.guard.requireExisting(ref);
    return list;
  }

  async get(query: OfJudgment, call: Call): Promise<JudgmentView> {
    return this.judgments.readView(await this.find(query, call), query.namespace);
  }

  async readVersions(query: ListVersions, call: Call): Promise<VersionList> {
    const judgment = await this.find(query, call);
    const limit = query.limit ?? pageSize;
    const below = decodeCursor('versions', query.cursor);
    const rows = await readVersionsBelow(this.db, judgment.rowId, below && below[0], limit + 1);
    const page = rows.slice(0, limit);
    return {
      versions: page.map(({ version, created_at, definition }) => ({
        version,
        created_at: created_at.toISOString(),
        definition,
      })),
      next_cursor: rows.length > limit ? encodeCursor('versions', [page[page.length - 1].version]) : null,
    };
  }

  private async find({ namespace: scope, name }: OfJudgment, call: Call): Promise<EffectiveJudgment> {
    const ref = { organization: call.who.organization, scope, name };
    const judgment = await this.judgments.find(ref);
    if (judgment.template !== null) await this.guard.requireExisting(ref);
    return judgment;
  }
}
