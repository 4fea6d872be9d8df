// Writes messages.json: the messages of a version with their examples and schemas.
//   node libs/contracts/previous/take.mjs NAME [CHECKOUT]     (this checkout by default; a release runs it, docs/upgrade.md)
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [, , version, checkout = join(here, '../../..')] = argv;
if (!version) throw new Error('Say the name of the version, and the checkout if it is not this one.');
const read = (path) => JSON.parse(readFileSync(join(resolve(checkout), path), 'utf8'));
const { operations, channels, components } = read('docs/api/asyncapi.json');
const nameOf = ({ $ref }) => $ref.split('/').at(-1);
const folder = 'libs/contracts/examples';
const files = readdirSync(join(resolve(checkout), folder)).filter((file) => file.endsWith('.json'));
const examples = new Map(files.map((file) => [file.slice(0, -'.json'.length), read(`${folder}/${file}`)]));

const messages = Object.fromEntries(
  Object.entries(operations).map(([id, operation]) => {
    const { address } = channels[id];
    const payload = nameOf(components.messages[id].payload);
    const reply = operation.reply && nameOf(operation.reply['x-schema']);
    return [
      address,
      { payload, reply, consumers: operation['x-consumers'], example: examples.get(address.replace('.>', '')) },
    ];
  }),
);
const { schemas } = components;
writeFileSync(join(here, 'messages.json'), `${JSON.stringify({ version, messages, schemas })}\n`);
