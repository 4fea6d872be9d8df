import '@app/observability/start';
import { run } from '@app/boot';
import { writeApiDocuments } from './api-document/write-api-documents';
import { operate } from './app.operator';
import { gatewayService } from './app.service';
import { routes } from './routes/routes';

const [mode, ...args] = process.argv.slice(2);
if (mode === 'docs')
  void writeApiDocuments(args[0] ?? process.cwd(), routes).then((paths) =>
    process.stdout.write(`${paths.join('\n')}\n`),
  );
else void run(gatewayService, operate);
