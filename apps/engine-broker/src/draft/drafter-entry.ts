import { ChatEntry, parseChatEntry } from '@app/engines';

/** `DRAFTER` as the operator writes it. No members: nothing is configured. */
export type RawDrafter = Record<string, unknown> & { key_file?: string };

/** @throws Error or Problem with a sentence that names the member to mend */
export function checkDrafter(value: unknown): RawDrafter {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('must be a JSON object');
  const raw: Record<string, unknown> = { ...value };
  // This setting is printed at start.
  if ('key' in raw) throw new Error('must not hold its key; put it into DRAFTER_KEY or a key_file');
  if ('key_file' in raw && (typeof raw.key_file !== 'string' || raw.key_file === ''))
    throw new Error('must name its key_file by a path');
  const address = String(raw.base_url);
  if (Object.keys(raw).length > 0) drafterOf(raw, '', URL.canParse(address) ? [new URL(address).origin] : []);
  return raw;
}

/** @param plainHttpOrigins origins beside loopback that may be plain http */
export function drafterOf(raw: RawDrafter, key: string, plainHttpOrigins: readonly string[]): ChatEntry {
  const { key_file: _keyFile, ...members } = raw;
  return parseChatEntry(members, key === '' ? null : key, plainHttpOrigins);
}
