import { EngineName, engineNames } from '@app/definition';
import { EngineEntry, LocalModel, localEntryOf, parseEngineEntry } from '@app/engines';
import { SavedModel } from '../model/saved-model';
import { identityOf } from './identity';
import { readSaved } from './saved-setup';

/** One engine name and what stands behind it. */
export interface EngineSetup {
  name: EngineName;
  entry: EngineEntry;
  /** Asked over the bus (`extensions.engines.<name>.judge`) instead of over HTTP. */
  isExtension: boolean;
  /** Whether `current` can be asked at all: the specification decides, not the configuration. */
  isActive: boolean;
  /** What a change of means another model answers: a new epoch. Holds no key. */
  identity: string;
  /** Why it cannot be asked, in a sentence; null when it can. Nothing answers in its place. */
  problem: string | null;
  /** Connections go to public addresses alone: an owner gave the address, and not the operator. */
  isPublicOnly: boolean;
}

export type RawEntries = Partial<Record<EngineName, Record<string, unknown>>>;

/** Billing weights as published (docs/contract.md#12-engines). */
const weights: Record<EngineName, number> = { jev: 1, 'gpt-6-luna': 2.5, 'pplx-decider': 1 };
/** Versions that may be asked: the specification's EngineRef names these two alone. */
const active: Record<EngineName, boolean> = { jev: true, 'gpt-6-luna': true, 'pplx-decider': false };

/**
 * The entries of the configuration, each readable on its own.
 * @throws Error or Problem with a sentence that names the entry and the member to mend
 */
export function checkEntries(value: unknown): RawEntries {
  if (!isMembers(value)) throw new Error('must be a JSON object of entries by engine name');
  for (const [name, raw] of Object.entries(value)) {
    if (!engineNames.some((known) => known === name)) {
      throw new Error(`names the unknown engine ${name}; use ${engineNames.join(', ')}`);
    }
    if (!isMembers(raw)) throw new Error(`entry ${name} must be an object`);
    // This setting is printed at start.
    if ('key' in raw)
      throw new Error(`entry ${name} must not hold its key; put it into its ENGINE_..._KEY or a key_file`);
    if ('key_file' in raw && (typeof raw.key_file !== 'string' || raw.key_file === '')) {
      throw new Error(`entry ${name} must name its key_file by a path`);
    }
    parse(name, raw, [originOf(raw.base_url)]);
  }
  return value;
}

/** The entries as they may be printed: headers and members of chat models may hold what lets one in. */
export function shownEntries(entries: RawEntries): Record<string, unknown> {
  const named = Object.entries(entries).map(([name, entry]) => {
    const { chat } = entry;
    if (!isMembers(chat)) return [name, entry];
    const shown = Object.entries(chat).map(([member, value]) => [member, isMembers(value) ? asSet(value) : value]);
    return [name, { ...entry, chat: Object.fromEntries(shown) }];
  });
  return Object.fromEntries(named);
}

function asSet(values: object): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, '(set)']));
}

export interface SetupConfig {
  engines: RawEntries;
  keys: Record<EngineName, string>;
  plainHttpOrigins: string;
  /** A model at hand on this machine, for a `jev` that nothing is configured for. */
  local: LocalModel | null;
  /** The models that owners have set. */
  saved: readonly SavedModel[];
  /** Whether those may be at private addresses, and be plain http. */
  allowsPrivate: boolean;
}

/** Whether the operator's configuration says what stands behind a name; then it goes before what an owner set. */
export function isOperators(name: EngineName, { engines, keys }: Pick<SetupConfig, 'engines' | 'keys'>): boolean {
  return engines[name] !== undefined || keys[name] !== '';
}

/**
 * What stands behind each engine name.
 * @throws Problem `invalid_request` for an address that may not be plain http
 */
export function setupsOf(config: SetupConfig): EngineSetup[] {
  const { engines, keys, plainHttpOrigins, local, saved, allowsPrivate } = config;
  const origins = plainHttpOrigins.split(',').map((origin) => origin.trim());
  return engineNames.map((name) => {
    const model = saved.find(({ engine }) => engine === name);
    if (model !== undefined && !isOperators(name, config))
      return { ...readSaved(model, weights[name], allowsPrivate), name, isActive: active[name] };
    const raw = engines[name] ?? unconfigured(name, keys[name], local);
    const key = keys[name] === '' ? {} : { key: keys[name] };
    const { entry, isExtension } = parse(name, { weight: weights[name], ...raw, ...key }, origins);
    const identity = identityOf(entry, isExtension);
    return { name, entry, isExtension, isActive: active[name], identity, problem: null, isPublicOnly: false };
  });
}

/** The local model that an engine's row tells of: what was found before this process started. */
export function rememberedModel(identity: string, baseUrl: string): LocalModel | null {
  for (const reads of [null, 'logprobs', 'stated'] as const) {
    const local = { baseUrl, model: 'x', reads };
    const start = identityOf(parse('jev', localEntryOf(local), [originOf(baseUrl)]).entry, false).slice(0, -1);
    if (identity.startsWith(start)) return { baseUrl, model: identity.slice(start.length), reads };
  }
  return null;
}

/** With no entry: the vendor whose key is given; for `jev` else a local model; else the built-in engine. */
function unconfigured(name: EngineName, key: string, local: LocalModel | null): Record<string, unknown> {
  if (key !== '') return { preset: name };
  return name === 'jev' && local !== null ? localEntryOf(local) : { preset: 'built_in' };
}

function originOf(address: unknown): string {
  return URL.canParse(String(address)) ? new URL(String(address)).origin : '';
}

function parse(
  name: string,
  raw: Record<string, unknown>,
  origins: string[],
): Pick<EngineSetup, 'entry' | 'isExtension'> {
  const { key_file: _keyFile, ...members } = raw;
  const isExtension = members.dialect === 'extension';
  // An extension has the limits of an entry, but no address: its bus subject is its name.
  const readable = isExtension
    ? { preset: 'built_in', source: 'local', model: 'extension', ...members, dialect: 'built_in' }
    : members;
  return { entry: parseEngineEntry(name, readable, origins), isExtension };
}

function isMembers(value: unknown): value is Record<string, Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What may be told of a setup: neither its key nor its address. */
export function aboutOf({ name, entry, isExtension }: EngineSetup) {
  return { engine: name, source: entry.source, dialect: isExtension ? 'extension' : entry.dialect, model: entry.model };
}
