import type { EngineList, EngineView } from '@app/contracts/engines';
import type { ExampleAccess } from './example';

/** @throws Error with what the API said when it refuses */
export async function readEngines({ baseUrl, apiKey }: ExampleAccess): Promise<EngineView[]> {
  const reply = await fetch(`${baseUrl}/engines`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!reply.ok) throw new Error(`GET /engines answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as EngineList).engines;
}

const words = {
  built_in: 'the built-in engine',
  local: 'a local model or an engine of your own',
  hosted: 'a hosted model',
  simulator: 'the simulator',
};

/** What answers behind each active name, and how to put a model where the built-in engine stands. */
export function renderEngines(engines: readonly EngineView[]): string[] {
  const rows = engines.flatMap(({ active, name, source, weight }) =>
    active && source !== null ? [`${name}: ${words[source]}, billing weight ${weight}`] : [],
  );
  const lines = rows.map((row, at) => `${at === 0 ? 'Engines' : ''}`.padEnd(14) + row);
  const isBuiltIn = engines.some(({ active, source }) => active && source === 'built_in');
  if (!isBuiltIn) return lines;
  return [
    ...lines,
    '              The built-in engine compares words and understands nothing. It stands for each name without a model, at',
    '              the weight of the name; ENGINES or ENGINE_JEV_KEY puts a model there (README, "Engines").',
  ];
}
