import type { AggregateQuery, AggregatedNumber, FetchDocuments, RelationQuery } from '@app/contracts/documents';
import type { Queryable } from '@app/persistence';
import { AggregateRow, Population, readAggregates } from './aggregate.store';
import type { JoinedDocument, RelationPlace } from './relation-sql';

/** How many related documents are looked at to make numbers of them. */
export interface AggregateLimits {
  /** Most documents for one relation of one judged document: the newest. */
  most: number;
  /** Judged documents with no more than this are read together; the others one by one. */
  few: number;
  /** One by one in a whole fetch. The judged documents that come after these are left to the next fetch. */
  inFetch: number;
}

export const aggregateLimits: AggregateLimits = { most: 100_000, few: 2_000, inFetch: 200_000 };

type Query = Pick<FetchDocuments, 'specs' | 'read'>;

/** The aggregates that a fetch wants of one population, each distinct one once. */
interface Wanted {
  spec: RelationQuery;
  population: Population;
  aggregates: AggregateQuery[];
  places: Map<string, number>;
}

/** The numbers of related documents of judged ones. */
export class Aggregates {
  private readonly byPopulation = new Map<string, Wanted>();
  private readonly rows = new Map<Wanted, Map<number, AggregateRow>>();
  private left: number;

  constructor(
    private readonly query: Query,
    private readonly limits: AggregateLimits,
  ) {
    this.left = limits.inFetch;
    for (const { numbers = {} } of Object.values(query.read ?? {})) {
      for (const number of Object.values(numbers)) this.want(number);
    }
  }

  /**
   * @param joinedBy the judged documents as a relation joins them
   * @returns how many judged documents have all their numbers, from the first on: at least one
   */
  async read(
    from: Queryable,
    place: RelationPlace,
    joinedBy: (spec: RelationQuery) => readonly JoinedDocument[],
  ): Promise<number> {
    let end = Infinity;
    for (const wanted of this.byPopulation.values()) {
      const judged = joinedBy(wanted.spec).slice(0, end);
      end = await this.readOne(from, place, wanted, judged);
    }
    return end;
  }

  /** The numbers of a judged document, by judgment and feature; judgments without any are left out. */
  of(n: number): Record<string, Record<string, AggregatedNumber>> {
    const byDependent = Object.entries(this.query.read ?? {}).flatMap(([reader, { numbers }]) => {
      if (!numbers) return [];
      const own = Object.entries(numbers).map(([feature, query]) => [feature, this.numberOf(n, query)] as const);
      return [[reader, Object.fromEntries(own)] as const];
    });
    return Object.fromEntries(byDependent);
  }

  private want(query: AggregateQuery): void {
    const wanted = this.wantedOf(query);
    const key = keyOf(query);
    if (!wanted.places.has(key)) wanted.places.set(key, wanted.aggregates.push(query) - 1);
  }

  private wantedOf({ of }: AggregateQuery): Wanted {
    const spec = (this.query.specs ?? [])[of];
    const { theirs, mine, where, order_by } = spec;
    const population = { theirs, mine, where, order_by };
    const key = JSON.stringify(population);
    const wanted = this.byPopulation.get(key) ?? { spec, population, aggregates: [], places: new Map() };
    this.byPopulation.set(key, wanted);
    return wanted;
  }

  /** Reads the numbers of one population. @returns how many judged documents have them */
  private async readOne(
    from: Queryable,
    place: RelationPlace,
    wanted: Wanted,
    judged: readonly JoinedDocument[],
  ): Promise<number> {
    const { most, few } = this.limits;
    const read = (of: readonly JoinedDocument[], limit: number) =>
      readAggregates(from, place, wanted.population, wanted.aggregates, of, limit);
    const rows = new Map((await read(judged, Math.min(few, most))).map((row) => [row.n, row]));
    this.rows.set(wanted, rows);
    for (const { n, looked } of [...rows.values()]) {
      if (looked <= few || few >= most) continue;
      if (n > 0 && this.left <= 0) return n;
      const [row] = await read([judged[n]], most);
      this.left -= row.looked;
      rows.set(n, { ...row, n });
    }
    return judged.length;
  }

  private numberOf(n: number, query: AggregateQuery): AggregatedNumber {
    const wanted = this.wantedOf(query);
    const row = this.rows.get(wanted)?.get(n);
    const text = row?.numbers[wanted.places.get(keyOf(query)) ?? -1];
    if (row === undefined || text === undefined) throw new Error(`no numbers of judged document ${n} were read`);
    const value = doubleOf(text);
    // The newest that has a value is the newest of all.
    const isSettled = query.aggregate === 'latest' && wanted.population.order_by.length === 0 && value !== null;
    return { value, more: row.looked > this.limits.most && !isSettled };
  }
}

function keyOf({ aggregate, path, where, window }: AggregateQuery): string {
  return JSON.stringify([aggregate, path, where, window]);
}

/** Null for what is not one double, such as a sum past the greatest. */
function doubleOf(text: string | null): number | null {
  const number = text === null ? null : Number(text);
  return number !== null && Number.isFinite(number) ? number : null;
}
