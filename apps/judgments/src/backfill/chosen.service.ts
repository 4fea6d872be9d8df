import { Injectable } from '@nestjs/common';
import { BackfillRequest, missingOrStale } from './backfill';
import { StoredService } from '../quote/stored.service';
import { NamespaceStore } from '../namespace/namespace.store';
import { OfVersion, Standing, StandingStore } from '../answer/answers-by-version.store';

/** A backfill of a version that is, or was, not active. */
export type AheadRequest = Omit<BackfillRequest, 'key'> & { version: number };

export interface Place {
  organization: string;
  namespace: string;
}

/** A stretch of documents by id, and those of them that are chosen. */
export interface ChosenPage {
  ids: string[];
  /** Where the next stretch begins; null after the last. */
  next: string | null;
}

/** Which documents a backfill judges: of the active version documents knows it, of any other the answers of record. */
@Injectable()
export class ChosenService {
  constructor(
    private readonly stored: StoredService,
    private readonly standing: StandingStore,
    private readonly namespaces: NamespaceStore,
  ) {}

  /** Of the active version; rows for what is missing are made, so that reads say `pending`. */
  async ofActive(place: Place, request: BackfillRequest, after: string | null, limit: number): Promise<ChosenPage> {
    const { judgment, filter, only } = request;
    const chosen = { ...place, filter, judgment, ...(only && { only }) };
    return this.stored.scan(chosen, after, limit, false, true);
  }

  /** Of a version that is judged ahead. What it applies to is its own, so the active version's filter is left out. */
  async ahead(place: Place, request: AheadRequest, after: string | null, limit: number): Promise<ChosenPage> {
    const { judgment, filter, only, version, appliesTo = null } = request;
    const both = appliesTo && filter ? { all: [appliesTo, filter] } : (appliesTo ?? filter);
    const { ids, next } = await this.stored.scan({ ...place, filter: both, judgment, version }, after, limit, false);
    return { ids: await this.standingSo(place, { judgmentId: judgment, version }, ids, meets(only)), next };
  }

  /** Whose answer is missing or of another version, and that an answer of this version stands ready for. */
  async back(place: Place, request: AheadRequest, after: string | null, limit: number): Promise<ChosenPage> {
    const { judgment, version } = request;
    const chosen = { ...place, filter: null, judgment, only: [...missingOrStale] };
    const { ids, next } = await this.stored.scan(chosen, after, limit, false);
    const found = await this.standingSo(place, { judgmentId: judgment, version }, ids, ({ isAnswered }) => isAnswered);
    return { ids: found, next };
  }

  private async standingSo(
    { organization, namespace }: Place,
    of: OfVersion,
    ids: readonly string[],
    is: (standing: Standing) => boolean,
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const namespaceId = await this.namespaces.idOf(organization, namespace);
    return (await this.standing.of(namespaceId, of, ids)).filter(is).map(({ document }) => document);
  }
}

/** The choices of a backfill, of a version whose answers documents does not know. */
function meets(only: readonly string[] | undefined): (standing: Standing) => boolean {
  return ({ isAnswered, hasFailed }) =>
    only === undefined ||
    (only.includes('missing') && !isAnswered) ||
    (only.includes('stale') && isAnswered) ||
    (only.includes('failed') && hasFailed);
}
