import { processMetrics } from '@app/metrics';
import { Alert, AlertGroup } from './alert';

const freezeAge = processMetrics.freezeAge.name;

/** Of the volumes on which Postgres and NATS stand; the chart puts in which they are. */
const ofVolumes = 'namespace=~"__VOLUME_NAMESPACES__",persistentvolumeclaim=~"__VOLUME_CLAIMS__"';
const free = 'kubelet_volume_stats_available_bytes';
const size = 'kubelet_volume_stats_capacity_bytes';
const volume = 'namespace="__NAMESPACE__",persistentvolumeclaim="data-__RELEASE__-postgres-0"';
const lastBackup = 'cnpg_collector_last_available_backup_timestamp{namespace="__NAMESPACE__",pod="__RELEASE__-1"}';

const diskFills: Alert = {
  name: 'JudgmentDiskFills',
  severity: 'page',
  expr: `min by (persistentvolumeclaim) (${free}{${ofVolumes}} / ${size}{${ofVolumes}}) < 0.1`,
  for: '10m',
  summary: 'The volume {{ $labels.persistentvolumeclaim }} has {{ $value | humanizePercentage }} left.',
  meaning:
    'A Postgres without disk takes no write and may not start again; a NATS without disk takes no fact, and the outboxes grow. The kubelet measures volumes; a server outside of Kubernetes needs a rule of its own.',
  look: [
    'Postgres: `select schemaname, relname, pg_total_relation_size(relid) from pg_stat_user_tables order by 3 desc limit 10`; its log of writes, which a replica or an archive that is away keeps.',
    'NATS: six times `nats.streams.maxMib` and a third more must fit.',
  ],
  mend: [
    'Make the volume larger, if its class allows it.',
    'Postgres: drop a replication slot that nobody reads. NATS: its store may be deleted whole, the outboxes publish again.',
  ],
  test: {
    fires: [
      { series: `${free}{${volume}}`, values: '5x60' },
      { series: `${size}{${volume}}`, values: '100x60' },
    ],
    quiet: [
      { series: `${free}{${volume}}`, values: '30x60' },
      { series: `${size}{${volume}}`, values: '100x60' },
    ],
  },
};

const freezeLate: Alert = {
  name: 'JudgmentFreezeLate',
  severity: 'ticket',
  expr: `max(${freezeAge}) > 500000000`,
  for: '15m',
  summary: 'Rows of Postgres name transactions that are {{ $value | humanize }} back.',
  meaning:
    'Autovacuum begins to freeze rows at 200 million transactions and does not get through. At two thousand million Postgres takes no write any more.',
  look: [
    "`select datname, age(datfrozenxid), mxid_age(datminmxid) from pg_database order by 2 desc`; in that database `select relname, age(relfrozenxid) from pg_class where relkind in ('r', 't') order by 2 desc limit 10`.",
    'JudgmentOldTransaction: an open transaction, a prepared one or a replication slot holds it back.',
    '`select * from pg_stat_progress_vacuum`: does a worker freeze the table, and how far is it?',
  ],
  mend: [
    'End what holds it back.',
    'Run `vacuum (freeze, verbose)` on the tables with the greatest age; let autovacuum take more (`autovacuum_vacuum_cost_limit`).',
  ],
  test: {
    fires: [{ series: `${freezeAge}{component="documents"}`, values: '600000000x60' }],
    quiet: [{ series: `${freezeAge}{component="documents"}`, values: '250000000x60' }],
  },
};

const backupOld: Alert = {
  name: 'JudgmentBackupOld',
  severity: 'page',
  expr: 'time() - max(__LAST_BACKUP__) > 3600 * __BACKUP_MAX_HOURS__',
  for: '10m',
  summary: 'The last backup of Postgres ended {{ $value | humanizeDuration }} ago.',
  meaning:
    'Postgres is the one record of this installation: what was written since that backup is lost with its disk, unless its log of writes is archived.',
  look: ['The jobs of backup and their last lines of log; the archive and its credentials.'],
  mend: ['Mend what the log names, take a backup now, and restore one somewhere else (docs/restore.md).'],
  test: {
    fires: [{ series: lastBackup, values: '-100000x60' }],
    quiet: [{ series: lastBackup, values: '0x60' }],
  },
};

/** Disks, the age of rows, and backups. */
export const storageAlerts: AlertGroup = { name: 'judgment-storage', alerts: [diskFills, freezeLate, backupOld] };
