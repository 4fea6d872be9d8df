import { CONFIG } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import type { ModelSetter } from '@app/contracts/engines';
import { EngineName, engineNames } from '@app/definition';
import type { LocalModel } from '@app/engines';
import { Inject, Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { brokerSettings } from '../app.config';
import { ModelStore } from '../model/model.store';
import { SavedModel } from '../model/saved-model';
import { EngineSetup, RawEntries, checkEntries, isOperators, setupsOf } from './engine-setup';

type BrokerConfig = Pick<
  ServiceConfig<typeof brokerSettings>,
  | 'engines'
  | 'entriesFile'
  | 'entriesFileOf'
  | 'plainHttpOrigins'
  | 'privateAddresses'
  | 'jevKey'
  | 'lunaKey'
  | 'pplxKey'
>;

/** What is set for a name, and by whom. */
export interface EntryOrigin {
  setBy: ModelSetter;
  /** The operator's entry, when it has one. */
  raw: Record<string, unknown> | null;
  /** An owner's model, also where the operator's entry goes before it. */
  saved: SavedModel | null;
}

interface ReadEntries {
  engines: RawEntries;
  /** Names that the start's own file has. */
  ofStart: readonly string[];
  keys: Record<EngineName, string>;
  saved: readonly SavedModel[];
}

/** What the operator has configured and owners have set, read again as often as asked: files may change while the service runs. */
@Injectable()
export class EntrySource {
  constructor(
    @Inject(CONFIG) private readonly config: BrokerConfig,
    /** Null for a command that has no database: it reads the configuration alone. */
    @Inject(ModelStore) private readonly models: Pick<ModelStore, 'readAll'> | null,
  ) {}

  /**
   * Whether `jev` is configured at all; where it is, no local model is looked for.
   * @param saved owners' models as they were read just now; read here when left out
   */
  async isConfigured(saved?: readonly SavedModel[]): Promise<boolean> {
    const read = await this.read(saved);
    return isOperators('jev', read) || read.saved.some(({ engine }) => engine === 'jev');
  }

  /**
   * @param saved owners' models as they were read just now; read here when left out
   * @throws Error or Problem with one sentence that names the file, entry or member to mend
   */
  async readSetups(local: LocalModel | null, saved?: readonly SavedModel[]): Promise<EngineSetup[]> {
    const { plainHttpOrigins } = this.config;
    const read = await this.read(saved);
    return setupsOf({ ...read, plainHttpOrigins, local, allowsPrivate: this.allowsPrivate });
  }

  /** Whether owners may set private addresses and plain http. */
  get allowsPrivate(): boolean {
    return this.config.privateAddresses === 'true';
  }

  async readOrigin(name: EngineName): Promise<EntryOrigin> {
    const read = await this.read();
    const saved = read.saved.find(({ engine }) => engine === name) ?? null;
    if (!isOperators(name, read)) return { setBy: saved === null ? 'none' : 'owner', raw: null, saved };
    const raw = read.engines[name] ?? { preset: name };
    return { setBy: read.ofStart.includes(name) ? 'start' : 'operator', raw, saved };
  }

  private async read(saved?: readonly SavedModel[]): Promise<ReadEntries> {
    const ofFile = this.readFile();
    const engines = { ...this.config.engines, ...ofFile };
    const { jevKey, lunaKey, pplxKey } = this.config;
    const keys: Record<EngineName, string> = { jev: jevKey, 'gpt-6-luna': lunaKey, 'pplx-decider': pplxKey };
    for (const name of engineNames) {
      const path = engines[name]?.key_file;
      if (typeof path === 'string') keys[name] = readText(path, `key of ${name}`).trim();
    }
    const ofStart = this.config.entriesFileOf === 'start' ? Object.keys(ofFile) : [];
    return { engines, ofStart, keys, saved: saved ?? (await this.models?.readAll()) ?? [] };
  }

  private readFile(): RawEntries {
    const path = this.config.entriesFile;
    if (path === '') return {};
    const text = readText(path, 'engine entries');
    try {
      return checkEntries(parse(text));
    } catch (error) {
      throw new Error(`The engine entries in ${path} cannot be used: ${sentenceOf(error)}`, { cause: error });
    }
  }
}

/** JSON.parse repeats what it was given, which may hold a key that somebody put there by mistake. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('they are not JSON');
  }
}

/** At once: these files are small and read every second, and a trip to a thread for each step would wake an idle process eight times. */
function readText(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`The ${what} cannot be read from ${path}: ${sentenceOf(error)}`, { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
