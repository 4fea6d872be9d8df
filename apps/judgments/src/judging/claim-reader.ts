import { DATABASE } from '@app/boot';
import { Call } from '@app/bus';
import type { FetchDocuments, FetchedDocument } from '@app/contracts/documents';
import { runInSpan } from '@app/observability';
import { Database } from '@app/persistence';
import { Inject, Injectable } from '@nestjs/common';
import type { AnswerRow } from '../answer/answer';
import { readNewestOfVersions } from '../answer/answers-by-version.store';
import { CatalogService } from '../judgment/catalog/catalog.service';
import { Target, TargetMap, distinctTargets, targetKey } from '../judgment/catalog/target';
import { Combiners, noCombiners } from '../copy/combiner/combiner';
import { CombinedVersion, readCombinersOf } from '../copy/combiner/combiner.store';
import { EffectiveJudgment, storedActive } from '../judgment/definition/judgment';
import { EngineService } from '../copy/engine/engine.service';
import { Claim, ClaimedRow, isPreJudged } from '../queue/pending/pending';
import { isComposite } from '../question/observation';
import { Waiters } from '../queue/waiter/waiters';
import { DocumentFetch, Fetch } from '../document/document-fetch';
import { readsRelated, relatedReads } from '../document/related-reads';
import type { PlanInput } from './plan';
import { mayBeReinstated } from './pre-judged';
import { mayBeRemade } from './unasked';

const fetchMs = 10_000;

/** What a plan needs, and the rows that another claim takes: their documents did not fit into one reply. */
export interface ClaimRead {
  input: PlanInput;
  later: ClaimedRow[];
}

interface Documents extends Pick<Fetch, 'remaining' | 'unreadable' | 'watermark'> {
  documents: Map<string, FetchedDocument>;
}

/** Reads what a plan needs: documents, judgments, engines, and answers that may be reinstated. */
@Injectable()
export class ClaimReader {
  constructor(
    @Inject(DATABASE) private readonly db: Database,
    private readonly fetches: DocumentFetch,
    private readonly catalog: CatalogService,
    private readonly engines: EngineService,
    private readonly waiters: Waiters,
  ) {}

  async read(claim: Claim): Promise<ClaimRead> {
    const targets = distinctTargets(claim.rows);
    const judgments = await this.catalog.readInForce(claim, targets, claim.revision);
    const { documents, remaining, unreadable, watermark } = await this.readDocumentsOf(claim, targets, judgments);
    const left = new Set(remaining);
    const read = { ...claim, rows: claim.rows.filter(({ document }) => !left.has(document)) };
    const combiners = await this.readCombiners(judgments, targets);
    const [earlierAnswers, engines] = await Promise.all([
      this.readEarlierAnswers(read, judgments, documents, combiners),
      this.engines.readKnowing(judgments.values().map(({ definition }) => definition.engine)),
    ]);
    return {
      input: { claim: read, judgments, documents, unreadable, watermark, engines, earlierAnswers, combiners },
      later: claim.rows.filter(({ document }) => left.has(document)),
    };
  }

  /** The documents of a claim: from the readers that brought them, the others by one fetch. */
  private async readDocumentsOf(
    claim: Claim,
    targets: readonly Target[],
    judgments: TargetMap<EffectiveJudgment>,
  ): Promise<Documents> {
    const readers = targets.flatMap((target) => {
      const judgment = judgments.get(target);
      if (!judgment) return [];
      const { definition, freshness } = judgment;
      return [{ name: targetKey(target), definition, freshness }];
    });
    const related = new Set(readers.flatMap(({ name, definition }) => (readsRelated(definition) ? [name] : [])));
    const documents = new Map<string, FetchedDocument>();
    const missing = new Set<string>();
    for (const row of claim.rows) {
      // A reader's document may be older than a queued change, and it comes without what is related to it.
      const isUsable = row.changes === 0 && !related.has(targetKey(row));
      const brought = isUsable ? this.waiters.documentOf(claim.namespaceId, row.document) : undefined;
      if (brought && brought.wanted[row.judgmentId] !== undefined) documents.set(row.document, brought);
      else missing.add(row.document);
    }
    for (const id of missing) documents.delete(id);
    if (missing.size === 0) return { documents, remaining: [], unreadable: new Map(), watermark: null };
    const active = targets.filter((target) => !isPreJudged(target)).map(({ judgmentId }) => judgmentId);
    const query = { ids: [...missing], judgments: active, ...relatedReads(readers) };
    const { remaining, unreadable, watermark, ...fetched } = await this.fetch(claim, query);
    for (const document of fetched.documents) documents.set(document.id, document);
    return { documents, remaining, unreadable, watermark };
  }

  private fetch(claim: Claim, of: Omit<FetchDocuments, 'organization' | 'namespace'>): Promise<Fetch> {
    const { organization, namespace } = claim;
    const traceparent = claim.rows[0].traceparent ?? undefined;
    const query = { organization, namespace, ...of };
    return runInSpan('judge fetch', { kind: 'consumer', traceparent }, () =>
      this.fetches.fetch(query, Call.within(fetchMs)),
    );
  }

  /** The combiners of the composites of a claim. */
  private async readCombiners(
    judgments: TargetMap<EffectiveJudgment>,
    targets: readonly Target[],
  ): Promise<TargetMap<Combiners>> {
    const composites = targets.flatMap((target) => {
      const judgment = judgments.get(target);
      return judgment && isComposite(judgment.definition) ? [{ target, judgment }] : [];
    });
    const versions = composites.map(({ judgment }) => combinedVersionOf(judgment));
    const found = await readCombinersOf(this.db, versions);
    const byTarget = new TargetMap<Combiners>();
    composites.forEach(({ target }, i) => byTarget.set(target, found[i]));
    return byTarget;
  }

  /** Answers of record of the wanted versions: for rows whose head is of another one, or whose answer is made again. */
  private async readEarlierAnswers(
    claim: Claim,
    judgments: TargetMap<EffectiveJudgment>,
    documents: ReadonlyMap<string, FetchedDocument>,
    combiners: TargetMap<Combiners>,
  ): Promise<Map<ClaimedRow, AnswerRow> | undefined> {
    const wanted = claim.rows.flatMap((row) => {
      const judgment = judgments.get(row);
      const document = documents.get(row.document);
      if (!judgment) return [];
      const isRemade = document && mayBeRemade(row, judgment, document, combiners.get(row) ?? noCombiners);
      if (!isRemade && !mayBeReinstated(row, judgment)) return [];
      return [{ row, document: row.document, judgmentId: row.judgmentId, version: storedActive(judgment) }];
    });
    if (wanted.length === 0) return undefined;
    const answers = await readNewestOfVersions(this.db, claim.namespaceId, wanted);
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

function combinedVersionOf(judgment: EffectiveJudgment): CombinedVersion {
  const { id: judgmentId, copied, scope } = judgment;
  return { judgmentId, version: storedActive(judgment), copiedTo: copied ? scope : null };
}
