import type { Schema } from '@app/sdk/client';
import { countedText, countText } from '../../format/number';

/** How far judging the stored documents is. */
export function judgedText({
  status,
  progress: { done, total },
}: Pick<Schema<'JobView'>, 'status' | 'progress'>): string {
  const part = `${countText(done)} of ${countedText(total, 'document')}`;
  if (status === 'queued') return 'Judging begins soon.';
  if (status === 'running') return `Judging: ${part}.`;
  if (status === 'done') return `Judged ${part}.`;
  return `Judging ended after ${part}; Jobs says why.`;
}
