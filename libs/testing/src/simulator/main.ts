import type { SimConfig } from './config';
import { startSim } from './simulator';

const usage =
  'main.ts [--port N] [--seed S] [--preset zero|real] [--latency-ms N] [--rules demo] [--control] [--config JSON]';

/** The command line as configuration; an unknown flag stops the start. */
function readArguments(args: readonly string[]): Partial<SimConfig> {
  const config: Partial<SimConfig> = {};
  for (let place = 0; place < args.length; place += 1) {
    const flag = args[place];
    const value = () => args[(place += 1)] ?? '';
    if (flag === '--port') config.port = Number(value());
    else if (flag === '--seed') config.seed = value();
    else if (flag === '--latency-ms') config.latency = Number(value());
    else if (flag === '--control') config.control = true;
    else if (flag === '--preset') Object.assign(config, preset(value()));
    else if (flag === '--rules') config.rules = value() === 'demo' ? 'demo' : [];
    else if (flag === '--config') Object.assign(config, JSON.parse(value()));
    else throw new Error(`Unknown argument ${flag}; usage: ${usage}`);
  }
  return config;
}

function preset(name: string): Partial<SimConfig> {
  return name === 'real' ? { latency: 'real', rate: 'real' } : { latency: 'zero', rate: 'off' };
}

async function main(): Promise<void> {
  const sim = await startSim(readArguments(process.argv.slice(2)));
  process.stdout.write(`${JSON.stringify({ url: sim.url, pid: process.pid, source: 'simulator' })}\n`);
  const stop = () => void sim.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

main().catch((thrown: unknown) => {
  process.stderr.write(`${thrown instanceof Error ? thrown.message : 'The simulator could not start.'}\n`);
  process.exit(1);
});
