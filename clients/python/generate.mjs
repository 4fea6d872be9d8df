// Writes the generated modules of src/judgment from docs/api/openapi.json: types, operations and the methods that call them.
//   node clients/python/generate.mjs [FOLDER]     (src/judgment by default; run it after `npm run docs`)
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { methodsOf } from './generate/methods.mjs';
import { operationsOf, operationsText } from './generate/operations.mjs';
import { resourcesText } from './generate/resources.mjs';
import { typesText } from './generate/types.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = resolve(process.argv[2] ?? join(here, 'src/judgment'));
const document = JSON.parse(readFileSync(join(here, '../../docs/api/openapi.json'), 'utf8'));
const operations = operationsOf(document, methodsOf(join(here, '../../libs/sdk/src/resource/operation-methods.ts')));
const head = (about) =>
  `"""${about} Written by clients/python/generate.mjs from the API document. Never edited by hand."""`;

mkdirSync(folder, { recursive: true });
const write = (name, about, text) => writeFileSync(join(folder, name), `${head(about)}\n\n${text}`);
write('types.py', 'Shapes of requests and replies.', typesText(document));
write('operations.py', 'Method and path of each operation that a key may call.', operationsText(operations));
write('resources.py', 'Resources of Client.', resourcesText(document, operations, { isAsync: false }));
write('async_resources.py', 'Resources of AsyncClient.', resourcesText(document, operations, { isAsync: true }));
