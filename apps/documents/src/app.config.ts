import { integer, publicUrl } from '@app/config';

export const documentsSettings = {
  publicUrl,
  readerPoolSize: integer('LEAF_POOL_SIZE', {
    meaning: 'Postgres connections of documents.fetch and documents.image.fetch',
    fallback: 2,
    min: 1,
    max: 20,
  }),
  scanPoolSize: integer('SCAN_POOL_SIZE', {
    meaning: 'Postgres connections of queries and scans; an organization takes at most a quarter of them at once',
    fallback: 8,
    min: 2,
    max: 50,
  }),
  scanLimit: integer('SCAN_LIMIT', {
    meaning: 'estimated documents past which a query is refused',
    unit: 'documents',
    fallback: 200_000,
    min: 1,
  }),
  warmEveryMs: integer('WARM_EVERY_MS', {
    meaning: 'pause between two rounds that read pinned namespaces into the cache of the database',
    unit: 'ms',
    fallback: 30_000,
    min: 100,
  }),
  groupKeys: integer('GROUP_KEYS', {
    meaning: 'keys of a group that have a value of their own; documents of further keys count together',
    fallback: 10_000,
    min: 1,
  }),
  meterEveryMs: integer('METER_EVERY_MS', {
    meaning: 'pause between two measurements of what namespaces hold, for fees and quotas',
    unit: 'ms',
    fallback: 30_000,
    min: 100,
  }),
};
