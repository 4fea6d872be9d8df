import '@app/observability/start';
import { operatorOf, run } from '@app/boot';
import { writeApiDocuments } from './api-documents/write-api-documents';
import { gatewaySchema } from './app.schema';
import { gatewayService } from './app.service';
import { carryOut } from './operator/carry-out';
import { readOrder } from './operator/order';
import { routes } from './routes/routes';

const [mode, ...args] = process.argv.slice(2);
if (mode === 'docs')
  void writeApiDocuments(args[0] ?? process.cwd(), routes).then((paths) =>
    process.stdout.write(`${paths.join('\n')}\n`),
  );
else void run(gatewayService, operatorOf(gatewaySchema, readOrder, carryOut));
