import type { EngineView } from '@app/contracts/engines';
import { renderEngines } from './engines';

const engine = (name: string, source: string | null, weight: number) =>
  ({ name, source, weight, active: source !== null }) as EngineView;

it('says which names the built-in engine answers for, at which weight, and what puts a model there [ENG-09]', () => {
  const lines = renderEngines(
    [engine('jev', 'built_in', 1), engine('gpt-6-luna', 'hosted', 2.5), engine('pplx-decider', null, 1)],
    {},
  );
  expect(lines.slice(0, 2)).toEqual([
    'Engines       jev: the built-in engine, billing weight 1',
    '              gpt-6-luna: a hosted model, billing weight 2.5',
  ]);
  expect(lines.slice(2).join(' ')).toMatch(/compares words.*ENGINE_JEV_KEY/s);
  expect(renderEngines([engine('jev', 'hosted', 1)], { OPENAI_API_KEY: 'sk-1' })).toHaveLength(1);
});

it('prints a line to copy for a vendor whose key is set, and never the key [CLI-A1]', () => {
  const built = [engine('jev', 'built_in', 1)];
  const lines = renderEngines(built, { OPENAI_API_KEY: 'sk-secret', ANTHROPIC_API_KEY: 'sk-ant-secret' }).join('\n');
  expect(lines).toContain(
    `ENGINES='{"jev": {"preset": "openai", "model": "MODEL"}}' ENGINE_JEV_KEY="$OPENAI_API_KEY" npm start`,
  );
  expect(lines).toContain('"preset": "anthropic"');
  expect(lines).not.toContain('secret');
  expect(renderEngines(built, {}).join('\n')).not.toContain('API_KEY');
});
