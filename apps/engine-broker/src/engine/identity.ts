import type { EngineEntry } from '@app/engines';

/** What a change of means another model answers. It holds no key. */
export function identityOf(
  { dialect, base_url: address, path, model, chat }: EngineEntry,
  isExtension: boolean,
): string {
  // Numbers that a model writes are not those of its tokens: to read it otherwise is to ask something else.
  const read = chat === null ? dialect : `${dialect} ${chat.reads}`;
  return isExtension ? `extension ${model}` : `${read} ${address}${path} ${model}`.trim();
}
