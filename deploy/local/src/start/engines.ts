import type { EngineList, EngineView } from '@app/contracts/engines';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExampleAccess } from './example';

/** @throws Error with what the API said when it refuses */
export async function readEngines({ baseUrl, apiKey }: ExampleAccess): Promise<EngineView[]> {
  const reply = await fetch(`${baseUrl}/engines`, { headers: { authorization: `Bearer ${apiKey}` } });
  if (!reply.ok) throw new Error(`GET /engines answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as EngineList).engines;
}

/** The broker looks at once when it may, asks two questions of its own, and looks again every 15 s. */
const adoptLimitMs = 45_000;
const lookEveryMs = 500;

/** Resolves when another model than the built-in engine answers for `jev`, or does not within 45 s, or the start is stopped. */
export async function awaitModel(access: ExampleAccess, isStopping: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < adoptLimitMs && !isStopping(); waitedMs += lookEveryMs) {
    const jev = (await readEngines(access)).find(({ name }) => name === 'jev');
    if (jev?.source !== 'built_in') return;
    await sleep(lookEveryMs);
  }
}

/** Keys of vendors that stand in many shells, for other programs: they are never used by themselves. */
const vendors = [
  ['OPENAI_API_KEY', 'openai'],
  ['ANTHROPIC_API_KEY', 'anthropic'],
] as const;

/** One line to copy for each vendor whose key stands in the environment, while the built-in engine answers for `jev`. */
function vendorLines(engines: readonly EngineView[], env: NodeJS.ProcessEnv): string[] {
  if (!engines.some(({ name, source }) => name === 'jev' && source === 'built_in')) return [];
  return vendors.flatMap(([key, preset]) =>
    env[key]
      ? [
          `              ${key} is set, and is not used by itself. With MODEL as the vendor names it, this puts it behind jev:`,
          `              ENGINES='{"jev": {"preset": "${preset}", "model": "MODEL"}}' ENGINE_JEV_KEY="$${key}" npm start`,
        ]
      : [],
  );
}

const words = {
  built_in: 'the built-in engine',
  local: 'a local model or an engine of your own',
  hosted: 'a hosted model',
  simulator: 'the simulator',
};

/** What answers behind each active name, and how to put a model where the built-in engine stands. */
export function renderEngines(engines: readonly EngineView[], env: NodeJS.ProcessEnv): string[] {
  const rows = engines.flatMap(({ active, name, source, weight }) =>
    active && source !== null ? [`${name}: ${words[source]}, billing weight ${weight}`] : [],
  );
  const lines = rows.map((row, at) => `${at === 0 ? 'Engines' : ''}`.padEnd(14) + row);
  const isBuiltIn = engines.some(({ active, source }) => active && source === 'built_in');
  if (!isBuiltIn) return lines;
  return [
    ...lines,
    '              The built-in engine compares words and understands nothing. It stands for each name without a model, at',
    '              the weight of the name; ENGINES or ENGINE_JEV_KEY puts a model there (docs/guide/models.md).',
    ...vendorLines(engines, env),
  ];
}
