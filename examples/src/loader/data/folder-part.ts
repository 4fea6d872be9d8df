import { Folder } from './folder';
import { Numbered } from './line';

async function* readOnly<Row>(rows: AsyncIterable<Numbered<Row>>, holds: (row: Row) => boolean) {
  for await (const numbered of rows) if (holds(numbered.row)) yield numbered;
}

/**
 * The rows of a set whose document's id passes, as a set of its own. Each part reads the files anew: what is bounded is
 * memory, not reading.
 */
export async function readPartOf(folder: Folder, holds: (id: string) => boolean): Promise<Folder> {
  const part: Folder = {
    ...folder,
    readDocuments: (file) => readOnly(folder.readDocuments(file), ({ id }) => holds(id)),
    readOutcomes: () => readOnly(folder.readOutcomes(), ({ doc }) => holds(doc)),
    // Told of the whole already.
    problems: [],
    documents: 0,
    outcomes: 0,
  };
  for (const file of folder.files) for await (const _ of part.readDocuments(file)) part.documents += 1;
  for await (const { row } of part.readOutcomes()) if (row.outcome !== null) part.outcomes += 1;
  return part;
}

/** Names of the tenants that the ids of a set tell of, sorted. */
export async function readTenantsIn(folder: Folder, tenantOf: (id: string) => string | null): Promise<string[]> {
  const names = new Set<string>();
  for (const file of folder.files) {
    for await (const { row } of folder.readDocuments(file)) {
      const name = tenantOf(row.id);
      if (name !== null) names.add(name);
    }
  }
  return [...names].sort();
}
