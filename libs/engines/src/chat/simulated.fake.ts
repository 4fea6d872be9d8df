import { Sim } from '@app/testing/simulator';
import { EngineEntry } from '../entry/entry';
import { parseEngineEntry } from '../entry/parse-entry';

export const servers = ['openai', 'azure', 'ollama', 'openrouter', 'vllm', 'anthropic'] as const;
export type Server = (typeof servers)[number];

const pathOf: Record<Server, string> = {
  openai: '/openai',
  azure: '/azure/openai/deployments/small/chat/completions?api-version=2024-10-21',
  ollama: '/ollama',
  openrouter: '/openai',
  vllm: '/openai',
  anthropic: '/anthropic',
};

/** The entry of a chat model that the simulator plays. */
export function simulated({ url }: Sim, server: Server, others: object = {}): EngineEntry {
  const path = server === 'openrouter' ? { path: '/v1/chat/completions' } : {};
  const address = { base_url: url + pathOf[server], model: 'small', key: 'sim-1', ...path };
  return parseEngineEntry('jev', { preset: server, dialect: 'chat', ...address, ...others });
}
