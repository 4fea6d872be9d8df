import { client } from '../../api/client';
import type { Saved } from '../../element/file/save-menu';
import { countText } from '../../format/number';
import type { auditQuery } from './audit-filter';
import { joinedFiles } from './joined-files';

/** Files that a browser keeps at once, each of up to 5,000 changes. */
const mostFiles = 20;

/** The changes that pass the filters as one file. Each part that is read stands in the audit. */
export async function readAudit(
  asked: ReturnType<typeof auditQuery> & { format: 'csv' | 'jsonl' },
  onRead: (count: number) => void,
  signal: AbortSignal,
): Promise<Saved> {
  const files: string[] = [];
  let cursor: string | null = null;
  let read = 0;
  do {
    const query: typeof asked & { cursor?: string } = { ...asked, ...(cursor !== null && { cursor }) };
    const { data, meta } = await client.organization.exportAudit(query, { signal }).withMeta();
    files.push(data);
    onRead((read += data.split('\n').length - 1));
    cursor = meta.next;
  } while (cursor !== null && files.length < mostFiles);
  const note = `The file ends after ${countText(mostFiles * 5_000)} changes; export the earlier ones with an earlier “Until”.`;
  return { text: joinedFiles(asked.format, files), ...(cursor !== null && { note }) };
}
