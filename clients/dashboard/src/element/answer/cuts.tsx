import type { Schema } from '@app/sdk/client';
import { List } from '@mantine/core';
import { cutText } from '../../format/cut-text';

/** What was left out of a context to fit its size, struck through. */
export function Cuts({ cuts }: { cuts: readonly Schema<'CutView'>[] }) {
  if (cuts.length === 0) return null;
  return (
    <List size="sm" aria-label="Cut away">
      {cuts.map((cut) => (
        <List.Item key={`${cut.path} ${cut.kind}`}>
          <del>{cutText(cut)}</del>
        </List.Item>
      ))}
    </List>
  );
}
