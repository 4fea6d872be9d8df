import { services } from '@app/contracts';
import type { StackClient } from '@app/testing/stack';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Each locks its table and what indexes it has. */
const tablesAtOnce = 50;

const schemas = services.map((service) => service.replaceAll('-', '_'));

/** Copies from now on what the services put into their outboxes: all that reaches a stream comes from there. */
export async function copyFacts(stack: StackClient): Promise<void> {
  const triggers = schemas.map(
    (schema) =>
      `create or replace trigger copied after insert on ${schema}.outbox for each row execute function public.copy_fact();`,
  );
  await stack.sql(
    `drop table if exists public.copied_fact;
     create table public.copied_fact (text text);
     create or replace function public.copy_fact() returns trigger language plpgsql security definer as
       $$ begin insert into public.copied_fact select new::text; return new; end $$;
     ${triggers.join('\n')}`,
  );
}

/** The places where a text stands: files of logs, facts, and tables of every schema but some. */
export async function placesOf(stack: StackClient, text: string, except: readonly string[]): Promise<string[]> {
  return (await standingPlaces(stack, [text], except)).map(({ place }) => place);
}

/** The places where texts stand, each with the text. */
export async function standingPlaces(
  stack: StackClient,
  texts: readonly string[],
  except: readonly string[],
): Promise<{ place: string; text: string }[]> {
  const logs = readdirSync(stack.at.logs).flatMap((place) => {
    const log = readFileSync(join(stack.at.logs, place), 'utf8');
    return texts.filter((text) => log.includes(text)).map((text) => ({ place, text }));
  });
  // What Postgres is asked of one table. A call a table was a connection each, of hundreds.
  const looks = await stack.sql<{ look: string }>(
    `select format('select %L as place, s.text from unnest($1::text[]) as s(text)
                    where exists (select from %I.%I t where position(s.text in t::text) > 0)',
                   format('%I.%I', schemaname, tablename), schemaname, tablename) as look
     from pg_tables where schemaname = any($1) or tablename = 'copied_fact'`,
    [schemas.filter((schema) => !except.includes(schema))],
  );
  const found: { place: string; text: string }[] = [];
  for (let from = 0; from < looks.length; from += tablesAtOnce) {
    const part = looks.slice(from, from + tablesAtOnce).map(({ look }) => look);
    found.push(...(await stack.sql<{ place: string; text: string }>(part.join(' union all '), [texts])));
  }
  return [...logs, ...found];
}
