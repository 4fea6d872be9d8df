import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chatExamples } from './chat/chat-example';
import { examples } from './example';
import { startSim } from './simulator';

const root = join(__dirname, '../../../..');

it('answers as a process of its own with the same bytes as within this one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sim-'));
  const file = join(folder, 'main.cjs');
  const bundle = ['--bundle', '--platform=node', '--log-level=error', `--outfile=${file}`];
  execFileSync(join(root, 'node_modules/.bin/esbuild'), [join(__dirname, 'main.ts'), ...bundle]);
  const child = spawn(process.execPath, [file, '--port', '0', '--seed', 'two'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const sim = await startSim({ seed: 'two' });
  try {
    const line = await new Promise<string>((resolve) => createInterface(child.stdout).once('line', resolve));
    const { url, source }: { url: string; source: string } = JSON.parse(line);
    expect(source).toBe('simulator');
    const ask = async (base: string, path: string, body: object) => {
      const headers = { authorization: 'Bearer sim-1', 'x-api-key': 'sim-1' };
      return (await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })).text();
    };
    for (const [path, body, shape] of [
      ['/jev/v1/systemone', examples.several, /"noul":/],
      ['/openai/v1/chat/completions', chatExamples.lettered, /"top_logprobs":\[\{"token":"/],
      ['/anthropic/v1/messages', chatExamples.stated, /p_yes/],
    ] as const) {
      const text = await ask(url, path, body);
      expect(text).toMatch(shape);
      expect(text).toBe(await ask(sim.url, path, body));
    }
  } finally {
    child.kill('SIGTERM');
    await sim.close();
    rmSync(folder, { recursive: true });
  }
});
