import { Folder } from '../data/folder';
import { DocumentRow } from '../data/row';
import { RowError } from '../data/row.check';

/**
 * How a field of a document is made of others: the days between two moments, the ratio of two numbers, a copy, or whether
 * two texts begin alike. A path is a field of `data`, or one behind references (`order.customer.state`), because a relation
 * reaches one document far and a feature computes nothing.
 */
export type Derived =
  { days: [from: string, to: string] } | { ratio: [number: string, of: string] } | { copy: string } | SameStart;

interface SameStart {
  same: [string, string];
  /** How many of the first letters are compared. */
  letters: number;
}

/** Fields to derive, by document type and name. */
export type Derivations = Record<string, Record<string, Derived>>;

const dayMs = 86_400_000;

const pathsOf = (derived: Derived): string[] => Object.values(derived).flat().filter(isText);
const isText = (value: unknown): value is string => typeof value === 'string';
const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

/** Adds to the documents of a set the fields that its recipe derives. */
export class Derivation {
  /** Of documents behind references only what paths name, so that memory holds no document. */
  private readonly kept = new Map<string, Pick<DocumentRow, 'refs' | 'data'>>();

  private constructor(private readonly derivations: Derivations) {}

  static async open(folder: Folder, derivations: Derivations = {}): Promise<Derivation> {
    const derivation = new Derivation(derivations);
    const far = Object.values(derivations)
      .flatMap((fields) => Object.values(fields).flatMap(pathsOf))
      .map((path) => path.split('.'))
      .filter(({ length }) => length > 1);
    const fields = new Set(far.map((names) => names.at(-1)));
    const refs = new Set(far.flatMap((names) => names.slice(1, -1)));
    if (far.length === 0) return derivation;
    for (const file of folder.files) {
      for await (const { row } of folder.readDocuments(file)) {
        const data = Object.entries(row.data).filter(([name]) => fields.has(name));
        const own = Object.entries(row.refs).filter(([name]) => refs.has(name));
        if (data.length + own.length === 0) continue;
        derivation.kept.set(row.id, { refs: Object.fromEntries(own), data: Object.fromEntries(data) });
      }
    }
    return derivation;
  }

  /**
   * The row with its derived fields; one of which a value is missing is left out.
   * @throws RowError when the row already has such a field
   */
  apply(row: DocumentRow): DocumentRow {
    const own = Object.entries(this.derivations[row.type] ?? {});
    if (own.length === 0) return row;
    const taken = own.find(([name]) => name in row.data);
    if (taken) throw new RowError(`the set has a field \`${taken[0]}\` of its own; derive another name`);
    const made = own.map(([name, derived]) => [name, this.valueOf(row, derived)] as const);
    return { ...row, data: { ...row.data, ...Object.fromEntries(made.filter(([, value]) => value !== undefined)) } };
  }

  private valueOf(row: DocumentRow, derived: Derived): unknown {
    const [first, second] = pathsOf(derived).map((path) => this.read(row, path));
    if ('copy' in derived) return first;
    if ('ratio' in derived) {
      return typeof first === 'number' && typeof second === 'number' ? finite(first / second) : undefined;
    }
    if (!isText(first) || !isText(second)) return undefined;
    if ('days' in derived) return finite((Date.parse(second) - Date.parse(first)) / dayMs);
    return first.slice(0, derived.letters) === second.slice(0, derived.letters);
  }

  private read(row: Pick<DocumentRow, 'refs' | 'data'>, path: string): unknown {
    const names = path.split('.');
    const field = names.pop() ?? '';
    let at: Pick<DocumentRow, 'refs' | 'data'> | undefined = row;
    for (const name of names) at = this.kept.get(at?.refs[name] ?? '');
    return at?.data[field];
  }
}
