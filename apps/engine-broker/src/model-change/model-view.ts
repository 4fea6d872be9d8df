import type { ModelView } from '@app/contracts/engines';
import { timestamp } from '@app/observability';
import type { Engine } from '../engine/engine';
import type { EntryOrigin } from '../engine/entry-source';
import { providerOfEntry } from '../model/provider';

/** What an owner sees of a name: nothing that lets one in. */
export function modelView({ setup, row }: Engine, { setBy, raw, saved }: EntryOrigin): ModelView {
  const { name: engine, entry, isActive, isExtension, problem } = setup;
  const isOwners = setBy === 'owner' && saved !== null;
  const ownHeaders = isOwners ? (saved.secrets?.headers ?? {}) : (entry.chat?.headers ?? {});
  const hasAddress = entry.dialect !== 'built_in' && !isExtension;
  const address = hasAddress ? new URL(entry.base_url) : null;
  return {
    engine,
    active: isActive,
    set_by: setBy,
    source: row.source,
    provider: isOwners ? saved.provider : providerOfEntry(raw ?? presetOf(entry.source, entry.chat !== null)),
    base_url: isOwners ? saved.base_url : address && `${address.origin}${address.pathname}`.replace(/\/$/, ''),
    model: isOwners ? saved.model : isExtension ? null : entry.model,
    reads: entry.chat?.reads ?? null,
    has_key: hasAddress && entry.key !== null,
    headers: hasAddress ? Object.keys(ownHeaders) : [],
    query: address === null ? [] : [...new Set(address.searchParams.keys())],
    engine_version: row.epoch,
    changed_at: isOwners ? timestamp(saved.changed_at.getTime()) : null,
    changed_by: isOwners ? saved.changed_by : null,
    changed_in: isOwners ? saved.changed_in : null,
    overridden: saved !== null && !isOwners,
    problem,
  };
}

/** With nothing set: the built-in engine, or what was found on this machine. */
function presetOf(source: string, isChat: boolean): Record<string, unknown> {
  if (source === 'built_in') return { preset: 'built_in' };
  return { preset: 'ollama', ...(isChat ? { dialect: 'chat' } : {}) };
}
