-- Why: `within` on attributes and state reads times of every offset from this version on, and no more 30 February. The members of
-- subscriptions that may read such a time are set by walks, which raise no event. Older builds read `Z` alone: nobody claims the
-- walks in the quarter of an hour in which a roll-out replaces them. One that claims a walk later finds nothing to move.
-- Locks: none. `subscription` and `subscription_walk` are small.

insert into subscription_walk (organization, subscription_id, scope, kind, lease_until)
select organization, id, scope, 'times', app.now() + interval '15 minutes' from subscription
where filter @? '$.**.within' and filter::text ~ '"(attributes|state)[.]' order by id;
