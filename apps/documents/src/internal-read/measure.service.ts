import type { MeasureRelation, RelationMeasured } from '@app/contracts/documents';
import type { FanoutScope } from '@app/definition';
import { scalarKey } from '@app/filter';
import type { Queryable } from '@app/persistence';
import { Injectable } from '@nestjs/common';
import { attributeOf, idOfKey, joinKeys } from '../document/join-key';
import { CallTime, ScanPool } from '../document/pool/scan.pool';
import { noParts } from '../read/by-id/fitting-sql';
import { readDocuments } from '../read/by-id/read.store';
import { concernedDocuments, relatedDocuments } from './measure-sql';
import {
  SampledDocument,
  countByKey,
  countEntities,
  countSelected,
  readExisting,
  sampleRelated,
} from './measure.store';
import { ReaderPool } from '../document/pool/reader.pool';
import { readTotals } from './totals.store';

/** Keys whose judged documents a measurement counts. */
const keysMost = 200;

/** Measures how often related documents change, and how many judged ones a change concerns. */
@Injectable()
export class MeasureService {
  constructor(
    private readonly pool: ReaderPool,
    private readonly pools: ScanPool,
  ) {}

  async measure(query: MeasureRelation, call?: CallTime): Promise<RelationMeasured> {
    const state = await readDocuments(this.pool, query, [], noParts);
    if (state === null) return { changes_per_day: 0, documents_per_change: 0, judged_documents: 0 };
    const { namespaceId } = state;
    const scans = this.pools.of(query.organization, call);
    const related = () => relatedDocuments(namespaceId, query.spec);
    const totals = await readTotals(scans, namespaceId, related);
    const sample = await sampleRelated(scans, related(), attributeOf(query.spec.theirs));
    return {
      changes_per_day: totals.changesPerDay,
      ...(await countConcerned(scans, namespaceId, query, sample, totals.count)),
    };
  }
}

/** @param related how many related documents there are */
async function countConcerned(
  scans: Queryable,
  namespaceId: string,
  { spec, scope }: MeasureRelation,
  sample: readonly SampledDocument[],
  related: number,
): Promise<Omit<RelationMeasured, 'changes_per_day'>> {
  const [theirs, mine] = [attributeOf(spec.theirs), attributeOf(spec.mine)];
  const { keys, documents } = keysOf(sample, theirs === null);
  const perDocument = (count: number): number => (documents === 0 ? 0 : count / documents);
  const judged = () => concernedDocuments(namespaceId, mine, (scope ?? undefined) as FanoutScope | undefined);
  if (mine === null) {
    const ids = keys.flatMap((key) => idOfKey(key) ?? []);
    const found = await readExisting(scans, judged(), ids);
    // A document that relates to itself concerns itself.
    const countJudgedEntities = async () =>
      theirs === null
        ? Math.min(related, await countSelected(scans, judged()))
        : countEntities(scans, judged(), theirs);
    return {
      documents_per_change: perDocument(ids.filter((id) => found.has(id)).length),
      judged_documents: await countJudgedEntities(),
    };
  }
  const counts = await countByKey(scans, judged(), mine, keys);
  return {
    documents_per_change: perDocument(counts.reduce((sum, count) => sum + count, 0)),
    judged_documents: await countSelected(scans, judged()),
  };
}

/** The keys of the first documents of a sample, and how many documents these are. */
function keysOf(sample: readonly SampledDocument[], byId: boolean): { keys: Buffer[]; documents: number } {
  const keys: Buffer[] = [];
  let documents = 0;
  for (const { id, value } of sample) {
    const own = byId ? [scalarKey(id)] : joinKeys(value);
    if (documents > 0 && keys.length + own.length > keysMost) break;
    keys.push(...own.slice(0, keysMost));
    documents += 1;
  }
  return { keys, documents };
}
