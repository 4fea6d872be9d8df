import { MigrationLint } from './lint';

const big = 'document';
const findings = async (...files: string[]): Promise<string[]> => {
  const lint = new MigrationLint(['engine']);
  const all = [];
  for (const text of files) all.push(await lint.findFaults(text));
  return all.at(-1) ?? [];
};

/** A migration that only expands; each row of the table below puts one statement more into it. */
const expands = `-- Why: it's a "migration"; drop table document; -- no
-- Locks: none.
create table colour (name text primary key, shade int not null);
create index colour_by_shade on colour (shade);
alter table colour drop column shade;
alter table document add column a int, add column b text not null default 'x', add column c timestamptz default now();
alter table document add column d jsonb not null default '{}'::jsonb, add column e text[] default array['drop table']::text[];
alter table document alter column a set default 3;
alter table document add constraint a_known check (a is not null) not valid;
alter table document validate constraint a_known;
alter table document alter column a set not null;
alter table document set (fillfactor = 80);
create index engine_by_name on engine (name);
update engine set name = 'rename table document to x; truncate document';
insert into colour select $$drop table document; alter table document alter a type text$$;
create function f() returns int language sql as 'delete from document; select 1';
create trigger t before insert on colour for each row execute function f();
comment on table document is 'vacuum full';
`;

describe('the lint of migrations', () => {
  it('finds nothing in a file that only expands, whatever stands in its strings and comments [defect S-M7]', async () => {
    expect(await findings(expands)).toEqual([]);
  });

  it.each([
    ['drop', `drop table document`],
    ['drop', `drop index document_by_time`],
    ['drop', `drop function if exists f(int)`],
    ['drop', `truncate document`],
    ['drop', `alter table "document" drop /* now */ column state`],
    ['drop', `alter table document drop constraint known`],
    ['drop', `alter table document alter column a drop not null`],
    ['drop', `alter table document alter column b drop default`],
    ['drop', `alter table only documents.document\n  drop a`],
    ['rename', `alter table document rename to record`],
    ['rename', `alter table document rename column state to body`],
    ['rename', `alter index document_by_time rename to x`],
    ['rename', `alter table document set schema other`],
    ['type', `alter table document alter column a type bigint`],
    ['not-null', `alter table document alter column b set not null`],
    ['not-null', `alter table document add column n int not null`],
    ['not-null', `alter table document add column n int not null default null`],
    ['default', `alter table document add column n uuid default gen_random_uuid()`],
    ['default', `alter table document add column n timestamptz not null default clock_timestamp()`],
    ['default', `alter table document add column n bigint default nextval('s')`],
    ['rewrite', `alter table document add column n bigserial`],
    ['rewrite', `alter table document add column n bigint generated always as identity`],
    ['rewrite', `alter table document add column n int generated always as (a + 1) stored`],
    ['index', `create index document_by_a on document (a)`],
    ['index', `create unique index on documents.document (a) where a > 1`],
    ['index', `alter table document add column n int unique`],
    ['index', `alter table document add constraint one unique (a)`],
    ['index', `alter table document add primary key (a)`],
    ['concurrently', `create index concurrently document_by_a on document (a)`],
    ['constraint', `alter table document add constraint known check (a > 0)`],
    ['constraint', `alter table document add column n int references engine`],
    ['constraint', `alter table document add foreign key (a) references engine (id)`],
    ['rows', `update document set a = 1`],
    ['rows', `delete from document where a = 1`],
    ['kind', `set lock_timeout = 0`],
    ['kind', `select set_config('lock_timeout', '0', false)`],
    ['kind', `lock table document`],
    ['kind', `vacuum full document`],
    ['kind', `cluster document using document_by_time`],
    ['kind', `reindex table document`],
    ['kind', `alter table document set unlogged`],
    ['kind', `alter table document set tablespace fast`],
    ['kind', `do $$ begin execute 'drop table document'; end $$`],
    ['kind', `commit`],
    ['kind', `create trigger t before insert on document for each row execute function f()`],
  ])('refuses by the rule %s: %s [defect S-M7]', async (rule, statement) => {
    const said = await findings(`${expands}${statement};`);
    expect(said).toEqual([expect.stringMatching(new RegExp(`^line 19: ${rule}: \\S`))]);
    expect(
      await findings(`${expands}-- Exempt ${rule}: no build of before reads it, see 0168.\n${statement};`),
    ).toEqual([]);
  });

  it('takes an exemption for its own rule and statement alone, and only with a reason', async () => {
    const drop = `drop table ${big};`;
    expect(await findings(`-- Exempt rename: nothing reads the table any more.\n${drop}`)).toHaveLength(1);
    expect(
      await findings(`-- Exempt drop: nothing reads the table any more.\ncreate table x (a int);\n${drop}`),
    ).toHaveLength(1);
    expect(await findings(`-- Exempt drop: because\n${drop}`)).toEqual([
      'line 2: the exemption from drop needs its reason',
    ]);
  });

  it('lets a column be not null once a check of an earlier file was validated', async () => {
    const check = `alter table ${big} add constraint known check (a is not null) not valid;`;
    const validate = `alter table ${big} validate constraint known;`;
    const set = `alter table ${big} alter column a set not null;`;
    expect(await findings(check, validate, set)).toEqual([]);
    expect(await findings(check, set)).toHaveLength(1);
    expect(await findings(check.replace('a is', 'b is'), validate, set)).toHaveLength(1);
    expect(await findings(check.replace('not null', 'null'), validate, set)).toHaveLength(1);
  });

  it('lets a file of its own build an index beside writers, again after it was cut off', async () => {
    const header = '-- Concurrently: the table has many rows.\n';
    const index = `create index concurrently if not exists by_a on ${big} (a);`;
    expect(await findings(header + index)).toEqual([]);
    for (const wrong of [
      `${index} select 1;`,
      index.replace('if not exists ', ''),
      index.replace('concurrently', ''),
      'select 1;',
    ])
      expect(await findings(header + wrong)).toEqual([expect.stringMatching(/^concurrently: the file must hold/)]);
  });

  it('says what Postgres says of a text that is not SQL', async () => {
    await expect(findings('create tabel x (a int)')).rejects.toThrow(/syntax error at or near "tabel"/);
  });
});
