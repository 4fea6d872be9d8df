import { BUS, DATABASE } from '@app/boot';
import { Bus, Call } from '@app/bus';
import { FetchedDocument, fetchDocuments } from '@app/contracts';
import { inSpan } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { AnswerRow } from '../answer/answer';
import { newestOfVersions } from '../answer/answers-by-version.store';
import { CatalogService } from '../catalog/catalog.service';
import { TargetMap, distinctTargets } from '../catalog/target';
import { EffectiveJudgment, storedActive } from '../definition/judgment';
import { EngineService } from '../engine/engine.service';
import { Claim, ClaimedRow, isPreJudged } from '../pending/pending';
import { Waiters } from '../reading/waiters';
import type { PlanInput } from './plan';
import { mayBeReinstated } from './pre-judged';

const fetchMs = 10_000;

/** Reads what a plan needs: documents, judgments, engines, and answers that may be reinstated. */
@Injectable()
export class ClaimReader {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    @Inject(BUS) private readonly bus: Bus,
    private readonly catalog: CatalogService,
    private readonly engines: EngineService,
    private readonly waiters: Waiters,
  ) {}

  async read(claim: Claim): Promise<PlanInput> {
    const targets = distinctTargets(claim.rows);
    const [judgments, documents] = await Promise.all([
      this.catalog.inForce(claim, targets, claim.revision),
      this.documentsOf(
        claim,
        targets.filter((target) => !isPreJudged(target)).map(({ judgmentId }) => judgmentId),
      ),
    ]);
    const earlierAnswers = await this.earlierAnswers(claim, judgments);
    return { claim, judgments, documents, engines: this.engines.current(), earlierAnswers };
  }

  /** The documents of a claim: from the readers that brought them, the others by one fetch. */
  private async documentsOf(claim: Claim, judgments: string[]): Promise<Map<string, FetchedDocument>> {
    const documents = new Map<string, FetchedDocument>();
    const missing = new Set<string>();
    for (const row of claim.rows) {
      // A reader's document may be older than a queued change, so a row with changes does not use it.
      const brought = row.changes === 0 ? this.waiters.documentOf(claim.namespaceId, row.document) : undefined;
      if (brought && brought.wanted[row.judgmentId] !== undefined) documents.set(row.document, brought);
      else missing.add(row.document);
    }
    for (const id of missing) documents.delete(id);
    if (missing.size === 0) return documents;
    for (const document of await this.fetch(claim, [...missing], judgments)) documents.set(document.id, document);
    return documents;
  }

  private async fetch(claim: Claim, ids: string[], judgments: string[]): Promise<FetchedDocument[]> {
    const { organization, namespace } = claim;
    const traceparent = claim.rows[0].traceparent ?? undefined;
    const query = { organization, namespace, ids, judgments };
    const { documents } = await inSpan('judge fetch', { kind: 'consumer', traceparent }, () =>
      this.bus.requester.ask(fetchDocuments, query, Call.within(fetchMs)),
    );
    return documents;
  }

  /** Answers of record of the wanted versions, for rows whose head is of another version. */
  private async earlierAnswers(
    claim: Claim,
    judgments: TargetMap<EffectiveJudgment>,
  ): Promise<Map<ClaimedRow, AnswerRow> | undefined> {
    const wanted = claim.rows.flatMap((row) => {
      const judgment = judgments.get(row);
      if (!judgment || !mayBeReinstated(row, judgment)) return [];
      return [{ row, document: row.document, judgmentId: row.judgmentId, version: storedActive(judgment) }];
    });
    if (wanted.length === 0) return undefined;
    const answers = await newestOfVersions(this.db, claim.namespaceId, wanted);
    const keyOf = (document: string, judgmentId: string, version: number) => `${document}\n${judgmentId}\n${version}`;
    const byKey = new Map(answers.map((one) => [keyOf(one.document_id, one.judgment_id, one.version), one]));
    const found = new Map<ClaimedRow, AnswerRow>();
    for (const { row, document, judgmentId, version } of wanted) {
      const answer = byKey.get(keyOf(document, judgmentId, version));
      if (answer) found.set(row, answer);
    }
    return found;
  }
}
