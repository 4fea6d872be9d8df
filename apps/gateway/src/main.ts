import '@app/observability/start';
import { run } from '@app/boot';
import { gatewayService } from './app.service';
import { writeApiDocuments } from './api-documents/write-api-documents';
import { operate } from './operator/operate';

const [mode, ...args] = process.argv.slice(2);
if (mode === 'docs')
  void writeApiDocuments(args[0] ?? process.cwd()).then((paths) => process.stdout.write(`${paths.join('\n')}\n`));
else void run(gatewayService, operate);
