import { CONFIG } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { EngineName, engineNames } from '@app/definition';
import type { LocalModel } from '@app/engines';
import { Inject, Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { brokerSettings } from '../app.config';
import { EngineSetup, RawEntries, checkEntries, setupsOf } from './engine-setup';

type BrokerConfig = Pick<
  ServiceConfig<typeof brokerSettings>,
  'engines' | 'entriesFile' | 'plainHttpOrigins' | 'jevKey' | 'lunaKey' | 'pplxKey'
>;

/** What the operator has configured, read again as often as asked: files may change while the service runs. */
@Injectable()
export class EntrySource {
  constructor(@Inject(CONFIG) private readonly config: BrokerConfig) {}

  /** Whether `jev` is configured at all; where it is, no local model is looked for. */
  async isConfigured(): Promise<boolean> {
    const { engines, keys } = await this.read();
    return engines.jev !== undefined || keys.jev !== '';
  }

  /** @throws Error or Problem with one sentence that names the file, entry or member to mend */
  async readSetups(local: LocalModel | null): Promise<EngineSetup[]> {
    return setupsOf({ ...(await this.read()), plainHttpOrigins: this.config.plainHttpOrigins, local });
  }

  private async read(): Promise<{ engines: RawEntries; keys: Record<EngineName, string> }> {
    const engines = { ...this.config.engines, ...(await this.readFile()) };
    const { jevKey, lunaKey, pplxKey } = this.config;
    const keys: Record<EngineName, string> = { jev: jevKey, 'gpt-6-luna': lunaKey, 'pplx-decider': pplxKey };
    for (const name of engineNames) {
      const path = engines[name]?.key_file;
      if (typeof path === 'string') keys[name] = (await readText(path, `key of ${name}`)).trim();
    }
    return { engines, keys };
  }

  private async readFile(): Promise<RawEntries> {
    const path = this.config.entriesFile;
    if (path === '') return {};
    const text = await readText(path, 'engine entries');
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

async function readText(path: string, what: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(`The ${what} cannot be read from ${path}: ${sentenceOf(error)}`, { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
