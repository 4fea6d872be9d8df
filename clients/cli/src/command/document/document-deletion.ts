import type { Schema } from '@app/sdk';
import { Refusal } from '../../exit/refusal';
import { batchesOf, mostIds } from '../call/batches';
import type { Call } from '../call/call';
import { type NamedOptions, readNamed } from './named-documents';
import { readJsonArgument } from '../call/text-argument';

export interface DeleteOptions extends NamedOptions {
  filter?: string;
  yes?: boolean;
}

/** Deletes documents by their ids or by a filter, after a yes. */
export async function removeDocuments(call: Call<DeleteOptions>, given: string[]): Promise<void> {
  const { options } = call;
  if (options.filter === undefined) return removeNamed(call, await readNamed(call, given));
  if (given.length > 0 || options.file !== undefined) throw new Refusal('Give ids, --file or --filter, one of them.');
  await removeFiltered(call, options.filter);
}

async function removeNamed(call: Call<DeleteOptions>, ids: readonly string[]): Promise<void> {
  const { namespace, options, print, world } = call;
  if (print.format === 'json' && ids.length > mostIds) {
    throw new Refusal(`--json prints the bytes of one reply: with more than ${mostIds} documents, give --jsonl.`);
  }
  const [first = ''] = ids;
  await call.confirm(`Delete ${ids.length === 1 ? first : `${ids.length} documents`} and the answers?`, options.yes);
  const total = { deleted: 0, missing: 0 };
  for (const batch of batchesOf(ids)) {
    const body = { delete: batch.map((id) => ({ id })) };
    const reply = await print.take((more) => namespace.documents.write(body, { ...more, signal: world.signal }));
    total.deleted += reply.data.deleted;
    total.missing += reply.data.missing;
    await print.writeBytes(reply);
  }
  await print.tell(doneText(total));
}

async function removeFiltered(call: Call<DeleteOptions>, given: string): Promise<void> {
  const { namespace, options, print, world } = call;
  const { signal } = world;
  const filter = await readJsonArgument<Schema<'Filter'>>('--filter', given, world);
  const { count } = await namespace.query({ filter, count: true, limit: 1, include: [] }, { signal });
  await print.tell(`The filter takes ${count} documents.`);
  await call.confirm('Delete them and their answers?', options.yes);
  await print.reply(
    (more) => namespace.documents.write({ delete_by_filter: { filter } }, { ...more, signal }),
    (written) => print.tell(doneText(written)),
  );
}

function doneText({ deleted, missing }: Pick<Schema<'DocumentWritten'>, 'deleted' | 'missing'>): string {
  return `${deleted} deleted${missing > 0 ? `, ${missing} were not there` : ''}.`;
}
