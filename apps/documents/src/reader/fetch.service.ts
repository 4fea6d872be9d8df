import { CLOCK } from '@app/boot';
import type { FetchDocuments } from '@app/contracts';
import type { Clock } from '@app/observability';
import { Inject, Injectable } from '@nestjs/common';
import { answersSql, parseAnswers } from '../answer/answer-row';
import { textSubject } from '../reading/document-view';
import { fetchedText } from '../reading/judge-query';
import { DocumentText, allParts, fitsResponse, fittingColumns, measured, sizeColumns } from '../reading/fitting-sql';
import { InForce, appliesTo } from '../snapshot/in-force';
import { fitting } from '../reading/page';
import { RevisionRow, revisionColumns, revisionsOf } from '../snapshot/revision.store';
import { Snapshots } from '../snapshot/snapshots.service';
import { ReaderPool } from './reader.pool';

interface Row extends DocumentText, RevisionRow {
  /** The images of the document without erased ones, which it may name for a moment longer. */
  stored_images: string;
  fits: boolean;
}

const storedImages = `coalesce((select jsonb_object_agg(e.key, e.value) from jsonb_each_text(d.images) e
  where exists (select from image i where i.namespace_id = d.namespace_id and i.id = e.value and i.erased_at is null)), '{}')::text`;
const found = `select d.*, i.place, ${sizeColumns(allParts, answersSql('$4'))},
    case when d.images = '{}' then '{}' else ${storedImages} end as stored_images
  from namespace n cross join unnest($3::text[]) with ordinality i(id, place)
    join document d on d.namespace_id = n.id and d.id = i.id
  where n.organization = $1 and n.name = $2 offset 0`;
const fetchStatement = {
  name: 'reader-fetch',
  text: `select ${revisionColumns}, ${fittingColumns(allParts, fitsResponse, ['stored_images'])}
    from ${measured(found, 'd.place')} d order by d.place`,
};

/** Reads documents for judging, with the wanted versions of the answers, from one database snapshot. */
@Injectable()
export class FetchService {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly pool: ReaderPool,
    private readonly snapshots: Snapshots,
  ) {}

  /**
   * @returns JSON text; it leaves out absent documents, and judgments that do not apply to a document. Documents past the
   *   size of a response stand in `remaining`; the first always fits
   */
  async fetch({ organization, namespace, ids, judgments }: FetchDocuments): Promise<string> {
    const { rows } = await this.pool.query<Row>(fetchStatement, [
      organization,
      namespace,
      [...new Set(ids)],
      judgments,
    ]);
    if (rows.length === 0) return '{"documents":[]}';
    const inForce = await this.snapshots.at({ organization, namespace }, revisionsOf(rows[0]), this.pool);
    const read = rows
      .filter(({ fits }) => fits)
      .map((row) => ({ id: row.id, text: this.textOf(row, judgments, inForce) }));
    const count = fitting(read.map(({ text }) => text));
    const past = [...read.slice(count), ...rows.filter(({ fits }) => !fits)].map(({ id }) => id);
    const remaining = past.length > 0 ? `,"remaining":${JSON.stringify(past)}` : '';
    const texts = read.slice(0, count).map(({ text }) => text);
    return `{"documents":[${texts.join(',')}]${remaining}}`;
  }

  private textOf(row: Row, judgments: readonly string[], inForce: InForce): string {
    const answers = parseAnswers(row.answers);
    const wanted = judgments
      .filter((id) => this.applies(id, row, inForce))
      .map((id): [string, number] => [id, answers.get(id)?.wantedVersion ?? Number(row.version)]);
    return fetchedText(row, row.stored_images, Object.fromEntries(wanted));
  }

  /** Whether a judgment is in force and applies to the document. */
  private applies(judgmentId: string, row: Row, inForce: InForce): boolean {
    const judgment = inForce.byId.get(judgmentId);
    if (!judgment || judgment.appliesToFilter === null) return judgment !== undefined;
    return appliesTo(judgment, textSubject(row), this.clock.now());
  }
}
