-- Why: a person asks for a link by mail, to sign in without a password. The mail's row names the person and holds no link:
-- the sender makes one when it sends, so that no table ever holds a token. A link that came by mail shows that the address
-- is read, which verifies it.
-- Locks: `mail` and `sign_in_link` for the length of two changes of the catalogue.

alter table mail add column link_account text references account (id);
alter table sign_in_link add column mailed boolean not null default false;
create index mail_of_links on mail (address, created_at) where link_account is not null;
