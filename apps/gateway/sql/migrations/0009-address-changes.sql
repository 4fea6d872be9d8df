-- Why: a person gives their account another address, which a link by mail proves. `email` is the address that such a link
-- proves; `link_purpose` is that of the link which the sender makes for a mail, and null means `sign_in`.
-- Locks: `sign_in_link` and `mail` for the length of three changes of the catalogue; no row is written or checked.

alter table sign_in_link add column email text;
alter table mail add column link_purpose text;
alter table mail add constraint mail_link_purpose_check
  check (link_purpose in ('sign_in', 'change_email')) not valid;
