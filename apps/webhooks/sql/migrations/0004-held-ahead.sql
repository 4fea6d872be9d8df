-- `ahead`: held in memory until there is room, and no attempt yet: `attempts` counts it when its result is kept. Still
-- true on a delivery that is due, it says that its holder is gone; then the next claim counts at once, so that a loop
-- of crashes ends.
-- Locks: `delivery` for a moment (a default of a new column rewrites nothing).

alter table delivery add column ahead boolean not null default false;
