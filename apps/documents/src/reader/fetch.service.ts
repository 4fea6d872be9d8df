import { CLOCK } from '@app/boot';
import { FetchDocuments } from '@app/contracts';
import type { JsonObject } from '@app/json';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { answersSql, parseAnswers } from '../answer/answer-row';
import { subjectOf } from '../document/document';
import { DocumentText, columnsSql } from '../reading/read.store';
import { InForce } from '../snapshot/in-force';
import { Columns } from '../snapshot/snapshots.service';
import { revisionColumns } from '../write/commit.store';
import { LeafPool } from './reader.pool';

interface Row extends DocumentText {
  stored_images: string;
  columns: string;
  engines: string;
}

const everything = { attributes: true, state: true, images: true, answers: true };
/** An erased picture may be named for a moment longer; it is not read. */
const storedImages = `coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each_text(d.images) e
  where exists (select from image i where i.namespace_id = d.namespace_id and i.id = e.value and i.erased_at is null)), '{}')::text`;
const fetchStatement = {
  name: 'leaf-fetch',
  text: `select ${revisionColumns}, ${columnsSql(everything, answersSql('$4'))},
      case when d.images = '{}' then '{}' else ${storedImages} end as stored_images
    from namespace n join document d on d.namespace_id = n.id and d.id = any($3::text[])
    where n.organization = $1 and n.name = $2`,
};

/** What judging reads: documents and what is wanted of them, from one snapshot. */
@Injectable()
export class FetchService {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pool: LeafPool,
    private readonly columns: Columns,
  ) {}

  /** @returns JSON text; absent documents, and judgments that do not apply, are left out */
  async fetch({ organization, namespace, ids, judgments }: FetchDocuments): Promise<string> {
    const { rows } = await this.pool.query<Row>(fetchStatement, [organization, namespace, ids, judgments]);
    if (rows.length === 0) return '{"documents":[]}';
    const revisions = { columns: Number(rows[0].columns), engines: Number(rows[0].engines) };
    const inForce = await this.columns.at(organization, namespace, revisions, this.pool);
    return `{"documents":[${rows.map((row) => this.textOf(row, judgments, inForce)).join(',')}]}`;
  }

  private textOf(row: Row, judgments: readonly string[], inForce: InForce): string {
    const answers = parseAnswers(row.answers);
    const wanted = judgments
      .filter((id) => this.applies(id, row, inForce))
      .map((id) => [id, answers.get(id)?.wanted ?? Number(row.version)]);
    return `{"id":${JSON.stringify(row.id)},"version":${row.version},"created_at":"${row.created_at.toISOString()}","updated_at":"${row.updated_at.toISOString()}","attributes":${row.attributes},"state":${row.state},"images":${row.stored_images},"wanted":${JSON.stringify(Object.fromEntries(wanted))}}`;
  }

  /** A judgment that is not in force here (any more) applies to nothing. */
  private applies(judgmentId: string, row: Row, inForce: InForce): boolean {
    const judgment = inForce.judgmentById(judgmentId);
    if (!judgment || judgment.appliesToFilter === null) return judgment !== undefined;
    const subject = subjectOf({
      id: row.id,
      attributes: JSON.parse(row.attributes) as JsonObject,
      state: JSON.parse(row.state) as JsonObject,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    });
    return inForce.applies(judgment, subject, this.clock.now());
  }
}
