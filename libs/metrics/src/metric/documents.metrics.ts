import { counter, measured } from './declare';

/** Documents, relations and groups, subscriptions. */
export const documentsMetrics = {
  fanoutOldest: measured('fanout_oldest_seconds', {
    meaning: 'How late the oldest due fan-out is; 0 without one.',
    why: 'Answers that read a changed document are stale for this long and more.',
  }),
  groupOldest: measured('group_dirty_oldest_seconds', {
    meaning: 'Age of the oldest change that a group has not counted yet; 0 without one.',
    why: 'How late the numbers of groups are.',
  }),
  readerWalkOldest: measured('reader_walk_oldest_seconds', {
    meaning: 'Age of the oldest due walk of the documents that read a group or a related document; 0 without one.',
    why: 'Answers that read them are stale for this long and more.',
  }),
  relatedOldest: measured('related_oldest_seconds', {
    meaning: 'Age of the oldest change whose related documents are not found yet; 0 without one.',
    why: 'Answers that read the change are stale for this long and more.',
  }),
  membershipOldest: measured('subscription_due_oldest_seconds', {
    meaning: 'How late the oldest due membership of a subscription is; 0 without one.',
    why: 'Subscription events are this late.',
  }),
  walkOldest: measured('subscription_walk_oldest_seconds', {
    meaning: 'Age of the oldest open walk of a new or changed subscription; 0 without one.',
    why: 'How long new subscriptions take to know their members.',
  }),
  evaluations: counter('subscription_evaluations_total', {
    meaning: 'Filters of subscriptions that were evaluated on a document, by cause.',
    why: 'What writes cost in subscriptions.',
    labels: ['cause'],
  }),
  walked: counter('subscription_walk_documents_total', {
    meaning: 'Documents that walks of subscriptions looked at, by kind of walk.',
    why: 'The rate at which walks progress.',
    labels: ['kind'],
  }),
  pinnedPages: counter('pinned_pages_total', {
    meaning: 'Database pages of pinned namespaces that the warmer read.',
    why: 'What keeping pinned namespaces in memory costs.',
  }),
  pinnedColdPages: counter('pinned_cold_pages_total', {
    meaning: 'Database pages of pinned namespaces that the warmer found outside of the cache.',
    why: 'A cache that is too small for what is pinned shows here.',
  }),
};
