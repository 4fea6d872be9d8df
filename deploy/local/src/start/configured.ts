import { existsSync, readFileSync } from 'node:fs';

const keyOf: Record<string, string> = { jev: 'ENGINE_JEV_KEY', 'gpt-6-luna': 'ENGINE_GPT_6_LUNA_KEY' };

/**
 * Whether the settings say what stands behind an engine name. Of entries that cannot be read it is said that they do: the broker
 * refuses them with a sentence.
 */
export function isConfigured(name: string, env: NodeJS.ProcessEnv): boolean {
  if (env[keyOf[name] ?? '']) return true;
  const { ENGINE_ENTRIES_FILE: file, ENGINES: entries } = env;
  if (file && (!existsSync(file) || holds(readFileSync(file, 'utf8'), name))) return true;
  return !!entries && holds(entries, name);
}

function holds(text: string, name: string): boolean {
  try {
    const entries: unknown = JSON.parse(text);
    return typeof entries !== 'object' || entries === null || name in entries;
  } catch {
    return true;
  }
}
