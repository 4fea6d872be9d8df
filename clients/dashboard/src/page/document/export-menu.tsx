import type { Schema } from '@app/sdk/client';
import { client } from '../../api/client';
import { SaveMenu, type Saved, type SavedFormat } from '../../element/file/save-menu';
import { countText } from '../../format/number';
import type { Document, TableColumn } from './column';
import { csvOf, jsonlOf } from './export';
import { queryOf } from './use-documents';

/** Documents that a browser keeps at once; `judgment export` writes any number. */
const most = 100_000;

/** Saves all documents that pass the filter, also those that are not on the page yet. */
export function ExportMenu({
  ns,
  filter,
  order,
  columns,
}: {
  ns: string;
  filter: Schema<'Filter'> | undefined;
  order: string;
  columns: readonly TableColumn[];
}) {
  const read = async (format: SavedFormat, onRead: (count: number) => void, signal: AbortSignal): Promise<Saved> => {
    const documents: Document[] = [];
    for await (const document of client.namespace(ns).query(queryOf(filter, order, 1_000), { signal })) {
      if (documents.push(document) % 1_000 === 0) onRead(documents.length);
      if (documents.length === most) break;
    }
    const note = `The file ends after ${countText(most)} documents; the command judgment export writes all.`;
    return {
      text: format === 'csv' ? csvOf(documents, columns) : jsonlOf(documents),
      ...(documents.length === most && { note }),
    };
  };
  return (
    <SaveMenu
      name={ns.replaceAll(/[^\w.-]+/g, '-')}
      of={{ csv: 'the columns of the table', jsonl: 'attributes and answers' }}
      read={read}
    />
  );
}
