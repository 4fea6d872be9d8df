import { counter, gauge, measured } from './declare';

/**
 * Seconds between the looks at the event loop. prom-client's `nodejs_eventloop_lag_*` measure from one look to the next, so a
 * loop that is never late shows this much. Looks take processor time of a process with nothing to do: 0.5 % of a core at
 * prom-client's own 10 ms, 0.1 % at 100 ms. Each wakes it: at half a second they were a quarter of an idle process's wakes.
 */
export const eventLoopLookS = 1;

/** What every process has. */
export const processMetrics = {
  buildInfo: gauge('build_info', {
    meaning: 'Always 1; its labels name the version and the revision of the source that this process runs.',
    why: 'Shows which replicas an upgrade has reached.',
    labels: ['version', 'revision'],
  }),
  dependencyUp: gauge('dependency_up', {
    meaning: 'Whether a server that this process needs answers it: 1 or 0.',
    why: 'Tells a fault of Postgres or NATS from a fault of the service.',
    labels: ['dependency'],
  }),
  collectErrors: counter('collect_errors_total', {
    meaning: 'Gauges whose query failed or took too long; they show their last value.',
    why: 'A gauge that stands still looks like a queue that stands still.',
    labels: ['metric'],
  }),
  loopTurnAge: gauge('loop_turn_age_seconds', {
    meaning: "Time since a worker's loop last ended a turn without a fault, by loop.",
    why: 'Work that no replica does any more is seen before its queue grows old.',
    labels: ['loop'],
  }),
  poolConnections: gauge('pool_connections', {
    meaning: 'Connections of a pool to Postgres: `busy` and `idle`. Every process has the pool `main`.',
    why: 'A pool that is always busy is too small, or its statements are too slow.',
    labels: ['pool', 'state'],
  }),
  poolWaiting: gauge('pool_waiting_requests', {
    meaning: 'Pieces of work that wait for a connection of a pool.',
    why: 'Not zero for long: an organization asks for more than its share, or all work of this pool waits.',
    labels: ['pool'],
  }),
  oldestTransaction: measured('database_transaction_oldest_seconds', {
    meaning: "Age of the longest open transaction of this service's role.",
    why: 'While a transaction is open, Postgres removes no dead row, and queues grow slower to read.',
  }),
  heldBack: measured('database_transactions_held_back', {
    meaning:
      'Transactions begun since the oldest that any session of the database still sees: dead rows of these stay.',
    why: 'Claims of queues read these rows too.',
  }),
  freezeAge: measured('database_freeze_age_transactions', {
    meaning:
      'Transactions, or groups of lockers, since the oldest that rows of any database of the server still name: the greatest `age(datfrozenxid)` or `mxid_age(datminmxid)`.',
    why: 'Past two thousand million Postgres takes no write; autovacuum begins to freeze at two hundred million.',
  }),
  openJobs: measured('jobs_open', {
    meaning: 'Jobs that wait or run, up to 10,000, by type and status.',
    why: 'Shows what long work stands in the way of what.',
    labels: ['type', 'status'],
  }),
  oldestJob: measured('job_oldest_seconds', {
    meaning: 'Age of the oldest open job, since it was made; 0 without one.',
    why: 'A job that nobody works at is seen here, not in its result.',
  }),
};
