-- Why: these triggers acted for gateways before 27 November 2026 alone, while they ran beside newer ones: one copied a password
-- to its membership, one marked sessions. Sessions that it marked still open nothing: `session.opens_nothing` stays until
-- they have ended. The check of `mail.link_purpose` was left for a quiet hour. A schema that begins with the baseline has
-- no such trigger, and a check that holds.
-- Locks: `account` and `session` for a moment; `mail` is read beside those who write.

-- Exempt drop: no build that may run on this schema (`compatible_from` in version.json) makes it act.
drop trigger if exists account_password_kept on account;
-- Exempt drop: no build that may run on this schema makes it act.
drop trigger if exists session_marked on session;
-- Exempt drop: the trigger that called it is gone.
drop function if exists keep_password;
-- Exempt drop: the trigger that called it is gone.
drop function if exists mark_session;
alter table mail validate constraint mail_link_purpose_check;
