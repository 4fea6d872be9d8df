// Writes messages.json: the messages of the previous version (libs/testing/previous-version.json) with their examples and
// schemas, from the clone's own history. Run it when a version is released (docs/upgrade.md).
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const { commit } = JSON.parse(readFileSync(join(here, '../../testing/previous-version.json'), 'utf8'));
const git = (...args) => execFileSync('git', args, { cwd: here, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const show = (path) => JSON.parse(git('show', `${commit}:${path}`));
const { operations, channels, components } = show('docs/api/asyncapi.json');
const nameOf = ({ $ref }) => $ref.split('/').at(-1);
const files = git('ls-tree', '-r', '--name-only', '--full-tree', commit, 'libs/contracts/examples').trim().split('\n');
const examples = new Map(
  files.map((path) => [path.slice('libs/contracts/examples/'.length, -'.json'.length), show(path)]),
);

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
writeFileSync(join(here, 'messages.json'), `${JSON.stringify({ commit, messages, schemas })}\n`);
