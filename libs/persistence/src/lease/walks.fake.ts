import { LeasedCursor } from './leased-cursor';
import { LeasedRow } from './leased-table';

/** What a spec walks. */
export interface Walk extends LeasedRow {
  scope: string;
  name: string;
  cursor: { after: string } | null;
  due_at: Date;
  marked: boolean;
  owner: string;
}

export const walks = new LeasedCursor<Walk, 'scope' | 'name', 'cursor' | 'due_at'>({
  name: 'walk',
  key: ['scope', 'name'],
  cursor: ['cursor', 'due_at'],
  order: 'due_at, name',
  open: 'not ended',
  onClaim: 'claims = claims + 1',
  onAdvance: ({ cursor }) => `steps = steps + (cursor is distinct from ${cursor})::int`,
  changedByOthers: ['marked'],
  read: 'select c.*, s.owner from claimed c join scope s on s.name = c.scope',
});

/** The tables of the walks of specs. */
export const tables = `
  create table scope (name text primary key, owner text not null);
  create table walk (scope text, name text, cursor jsonb, due_at timestamptz not null, marked boolean not null default false,
    ended boolean not null default false, claims int not null default 0, steps int not null default 0,
    lease_until timestamptz, attempts int not null default 0, primary key (scope, name));
  create table done (name text, step text);`;
