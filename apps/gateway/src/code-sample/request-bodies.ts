const late = {
  name: 'late',
  type: 'bool',
  question: 'Will this order arrive late?',
  context: { fields: ['state.note', 'attributes.total'] },
};

/** Bodies of requests by operationId: the samples send them, and the page offers them for trial calls. */
export const requestBodies: Record<string, object | undefined> = {
  post_namespaces: { name: 'acme/prod/t1' },
  patch_namespaces_by_ns: { budget: { compute_usd_per_month: 50, on_exceeded: 'pause' } },
  post_namespaces_by_ns_documents: {
    upsert: [{ id: 'order-17', state: { note: 'The parcel waits at customs.' }, attributes: { total: 129.9 } }],
  },
  post_namespaces_by_ns_documents_get: { ids: ['order-17', 'order-18'] },
  post_namespaces_by_ns_query: { filter: { 'answers.late.thresholds.alarm': true }, limit: 20 },
  post_namespaces_by_ns_judgments: { ...late, thresholds: { alarm: 0.4 }, freshness: { policy: 'on_change' } },
  post_namespaces_by_ns_judgments_try: { definition: late, documents: ['order-17'] },
  patch_namespaces_by_ns_judgments_by_name: { thresholds: { alarm: 0.5 } },
  post_namespaces_by_ns_judgments_by_name_activate: { version: 2 },
  post_namespaces_by_ns_judgments_by_name_judge: { documents: ['order-17'] },
  post_namespaces_by_ns_judgments_by_name_context: { document: 'order-17' },
  post_namespaces_by_ns_judgments_by_name_backfill: { only: 'missing' },
  post_namespaces_by_ns_judgments_by_name_outcomes: { outcomes: [{ document: 'order-17', value: true }] },
  post_namespaces_by_ns_judgments_by_name_calibration_run: {},
  post_namespaces_by_ns_judgments_by_name_alternatives: {
    definition: { question: 'Will this order miss its promised day?' },
  },
  post_namespaces_by_ns_judgments_by_name_alternatives_run: { quote_generation: 1 },
  put_namespaces_by_ns_groups_by_name: {
    key: 'attributes.region',
    aggregates: { orders: { aggregate: 'count' }, risk: { aggregate: 'mean', path: 'answers.late.p' } },
  },
  put_namespaces_by_ns_summary: {
    into: 'acme/shared',
    groups: ['by_region'],
    bands: { by_region: { orders: [10, 100] } },
  },
  post_namespaces_by_ns_images: { data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB' },
  put_namespaces_by_ns_subscriptions_by_name: { filter: { 'answers.late.thresholds.alarm': true } },
  post_webhook_endpoints: { url: 'https://shop.example/hooks', events: ['subscription.entered'] },
  patch_webhook_endpoints_by_id: { enabled: true },
  post_webhook_endpoints_by_id_rotate_secret: { previous_valid_for: '1h' },
  post_webhook_endpoints_by_id_test: { type: 'job.completed' },
  post_webhook_endpoints_by_id_recover: { since: '2026-11-20T08:00:00.000Z' },
  post_events_by_id_redeliver: { endpoint: 'whe_01jabc' },
  post_api_keys: { role: 'read_only', scope: 'acme/prod/*', description: 'reports' },
  patch_organization: { suggestions: true },
  post_sessions: { email: 'ada@example.com', password: 'correct horse battery' },
  patch_sessions_current: { organization: 'org_01jabc' },
  patch_user: { name: 'Ada' },
  post_organization_members: { email: 'grace@example.com', role: 'admin' },
  patch_organization_members_by_id: { role: 'member' },
};
