import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../workspace';

/** Tables with a row for each document, answer or attribute. */
const large = { documents: ['document', 'answer', 'attribute'], judgments: ['head'] };

/** The settings of a table in the schema that a service has after all its migrations. */
function settingsOf(service: string, table: string): Record<string, number> {
  const schema = readFileSync(join(workspaceRoot, 'apps', service, 'sql/schema.sql'), 'utf8');
  const [, settings = ''] =
    new RegExp(`^create table ${table} \\(\\n[^;]*?\\n\\)(?: with \\((.*)\\))?;$`, 'm').exec(schema) ?? [];
  return Object.fromEntries([...settings.matchAll(/(\w+)=([\d.]+)/g)].map(([, name, value]) => [name, Number(value)]));
}

it.each(Object.entries(large).flatMap(([service, tables]) => tables.map((table) => [service, table] as const)))(
  '%s.%s is vacuumed at a fiftieth of dead rows, and at a twentieth of new ones [O-L11]',
  (service, table) => {
    expect(settingsOf(service, table)).toMatchObject({
      autovacuum_vacuum_scale_factor: 0.02,
      autovacuum_vacuum_threshold: 1000,
      autovacuum_vacuum_insert_scale_factor: 0.05,
    });
  },
);
