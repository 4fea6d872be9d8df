import { CONFIG } from '@app/boot';
import type { ServiceConfig } from '@app/boot';
import { ChatEntry, findLocalChatModel } from '@app/engines';
import { Inject, Injectable } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import { brokerSettings } from '../app.config';
import { drafterOf } from './drafter-entry';

type DrafterConfig = Pick<
  ServiceConfig<typeof brokerSettings>,
  'drafter' | 'drafterKey' | 'ollamaUrl' | 'plainHttpOrigins'
>;

/** Longest time for one look at the local server. */
const lookMs = 1_000;

/** Which model drafts, read at each call: a key file may change, and a local server may come and go. */
@Injectable()
export class DrafterSource {
  constructor(@Inject(CONFIG) private readonly config: DrafterConfig) {}

  /**
   * @returns the configured model, else a chat model that the local server lists, else null
   * @throws Error when the key file cannot be read, Problem when the address may not be plain http
   */
  async readEntry(): Promise<ChatEntry | null> {
    const { drafter, ollamaUrl, plainHttpOrigins } = this.config;
    const origins = plainHttpOrigins.split(',').map((origin) => origin.trim());
    if (Object.keys(drafter).length > 0) return drafterOf(drafter, await this.readKey(), origins);
    const baseUrl = ollamaUrl.replace(/\/$/, '');
    const model = baseUrl === '' ? null : await findLocalChatModel(baseUrl, lookMs);
    return model === null ? null : drafterOf({ base_url: baseUrl, model }, '', [new URL(baseUrl).origin]);
  }

  private async readKey(): Promise<string> {
    const { key_file: path } = this.config.drafter;
    return path === undefined ? this.config.drafterKey : (await readFile(path, 'utf8')).trim();
  }
}
