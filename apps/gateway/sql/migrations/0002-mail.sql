-- Why: owners and admins are mailed when an endpoint turns failing or disabled, once an event and address. Addresses
-- are mailed when verified; those that stand were entered by the operator, which counts
-- (docs/decisions/0007-mails-are-rows.md). `due_at` of a waiting mail is its next try, or the end of the lease of the
-- process that tries it; `attempts` is the fence.
-- Locks: `member` for the length of one small update.

alter table member add column verified_at timestamptz;
update member set verified_at = created_at;

create table mail (
  id text collate "C" primary key,
  event_id text not null,
  organization_id text not null references organization (id),
  address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  status text not null check (status in ('waiting', 'sent', 'failed', 'kept')),
  attempts int not null default 0,
  due_at timestamptz not null default app.now(),
  last_error text,
  created_at timestamptz not null default app.now(),
  sent_at timestamptz,
  unique (event_id, address)
);
create index mail_due on mail (due_at) where status = 'waiting';
create index mail_by_time on mail (created_at, id);
