import '@app/observability/start';
import { run } from '@app/boot';
import { brokerService } from './app.service';
import { operate } from './app.operator';
import { runSmoke } from './smoke/smoke';

const [mode, ...args] = process.argv.slice(2);
if (mode === 'smoke') {
  void runSmoke(args, process.env, (line) => void process.stdout.write(`${line}\n`)).then((code) => process.exit(code));
} else void run(brokerService, operate);
