import type { Schema } from '@app/sdk/client';
import { countText } from './number';

const kinds: Readonly<Record<string, (count: string) => string>> = {
  related_items: (count) => `${count} related documents`,
  array_items: (count) => `${count} oldest items`,
  text_tail: (count) => `the last ${count} characters`,
  fields: (count) => `${count} values`,
  images: (count) => `${count} images`,
};

/** What a cut left out and where, such as `3 oldest items of state.messages`. */
export function cutText({ path, kind, dropped }: Schema<'CutView'>): string {
  const count = countText(dropped);
  return `${kinds[kind]?.(count) ?? `${count} ${String(kind).replaceAll('_', ' ')}`} of ${path}`;
}
