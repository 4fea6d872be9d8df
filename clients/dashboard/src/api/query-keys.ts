/** Of one thing of a namespace, for all that is kept of it, of its namespace, or of every namespace. */
const named = <Family extends string>(family: Family) => ({
  all: [family] as const,
  in: (ns: string) => [family, ns] as const,
  of: (ns: string, name: string) => [family, ns, name] as const,
});

/**
 * The keys under which the pages keep what they have read. A change concerns all whose keys begin with the one it names, so
 * `all` and `in` name many. A word beside names and ids has a space, which no name has: a namespace may be called `today`.
 */
export const keys = {
  alternatives: named('alternatives'),
  builtInAnswers: {
    all: ['built-in answers'],
    price: (ns: string, name: string) => ['price of new answers', ns, name],
  },
  apiKeys: { all: ['api-keys'], madeBy: (member: string) => ['api-keys', 'made by', member] },
  audit: { all: ['audit'], found: (asked: object) => ['audit', asked] },
  calibration: {
    ...named('calibration'),
    by: (ns: string, name: string, filter: object) => ['calibration', ns, name, filter],
    fits: (ns: string, name: string) => ['calibration', ns, name, 'history of fits'],
    qualities: (ns: string) => ['calibration', ns, 'qualities of judgments'],
    verdicts: (ns: string) => ['calibration', ns, 'verdicts of judgments'],
  },
  count: {
    ...named('count'),
    found: (ns: string, filterText: string) => ['count', ns, filterText],
    withAttribute: (ns: string, attribute: string) => ['count', ns, 'group', attribute],
    withThreshold: (ns: string, path: string) => ['count', ns, 'threshold', path],
    matching: (ns: string, filterText: string) => ['count', ns, 'matching', filterText],
  },
  curve: {
    ...named('curve'),
    on: (ns: string, name: string, figure: string) => ['curve', ns, name, figure],
  },
  deliveries: {
    all: ['deliveries'],
    of: (endpoint: string) => ['deliveries', endpoint],
    log: (endpoint: string, asked: object) => ['deliveries', endpoint, asked],
    lost: (endpoint: string, since: string | undefined) => ['deliveries', endpoint, 'lost', since],
  },
  distribution: {
    ...named('distribution'),
    on: (ns: string, name: string, figure: string) => ['distribution', ns, name, figure],
  },
  document: {
    ...named('document'),
    rows: (ns: string, ids: readonly string[]) => ['document', ns, 'rows', ids],
    read: (ns: string, id: string, judgment: string, read: string | null) => [
      'document',
      ns,
      id,
      'read',
      judgment,
      read,
    ],
  },
  documents: {
    ...named('documents'),
    sample: (ns: string) => ['documents', ns, 'sample'],
    existing: (ns: string, ids: readonly string[]) => ['documents', ns, 'existing ones of', ids],
    pages: (ns: string, filterText: string, order: string) => ['documents', ns, filterText, order],
  },
  dryRun: {
    ofText: (ns: string, text: string) => ['dry-run', ns, text],
    ofVersion: (ns: string, name: string, version: number) => ['dry-run', ns, name, version],
  },
  endpoints: {
    all: ['endpoints'],
    pages: ['endpoints', 'in pages'],
    firstPage: ['endpoints', 'first page'],
    deliveriesOfDay: ['endpoints', 'of a day'],
    inTrouble: ['endpoints', 'in trouble'],
    of: (id: string) => ['endpoints', id],
    hours: (id: string) => ['endpoints', id, 'hours'],
  },
  engines: { all: ['engines'] },
  event: { of: (id: string) => ['event', id] },
  events: {
    all: ['events'],
    needs: ['events', 'needs'],
    drifts: ['events', 'drifts'],
    page: (asked: object, cursor: string) => ['events', asked, cursor],
  },
  /** Whether a call found the session over while a page is open. */
  expired: ['expired'],
  explanation: {
    of: (ns: string, document: string, judgment: string) => ['explanation', ns, document, judgment],
  },
  group: {
    ...named('group'),
    values: (ns: string, name: string, order: string) => ['group', ns, name, order],
  },
  groups: { in: (ns: string) => ['groups', ns], first: (ns: string) => ['groups', ns, 'first'] },
  history: { of: (ns: string, document: string, judgment: string) => ['history', ns, document, judgment] },
  jobs: {
    all: ['jobs'],
    pages: (status: string) => ['jobs', status],
    one: (id: string | undefined) => ['jobs', 'one', id],
    ofAlternatives: (ns: string) => ['jobs', 'alternatives', ns],
  },
  judgment: named('judgment'),
  judgments: {
    all: ['judgments'],
    everyScope: ['judgments', 'every scope'],
    dearest: ['judgments', 'of today'],
    ofPalette: ['judgments', 'of the palette'],
    of: (ns: string) => ['judgments', ns],
    templates: (ns: string) => ['judgments', 'templates', ns],
  },
  members: { all: ['members'] },
  models: { all: ['models'] },
  namespace: {
    all: ['namespace'],
    of: (ns: string) => ['namespace', ns],
    pending: (ns: string) => ['namespace', ns, 'pending'],
  },
  /** Apart from the namespace's own: to quote is dear, and no event asks for it again. */
  waitingPrice: { of: (ns: string) => ['price of what waits', ns] },
  namespaces: {
    all: ['namespaces'],
    any: ['namespaces', 'any'],
    tree: (prefix: string) => ['namespaces', 'tree', prefix],
    names: (prefix: string) => ['namespaces', 'names', prefix],
    exists: (name: string) => ['namespaces', 'exists', name],
  },
  organization: { all: ['organization'] },
  providers: { all: ['providers'], ofDomain: (domain: string) => ['sign-in providers', domain] },
  quotas: { all: ['quotas'] },
  review: {
    of: (ns: string, name: string, answer: string) => ['review', ns, name, answer],
    labelsBefore: (ns: string, name: string) => ['labels before a review', ns, name],
  },
  samples: { in: (ns: string) => ['samples', ns], toAsk: (ns: string) => ['samples', ns, 'to ask'] },
  session: ['session'],
  sessions: { own: ['sessions'], ofAll: ['sessions of all'] },
  /** Whether the sign-in was asked for because it is too old for a change, while the session goes on. */
  signInAgain: ['sign in again'],
  starters: { all: ['starters'] },
  /** What a search finds. */
  things: (ns: string, term: object | null) => ['things', ns, term],
  stats: { of: (ns: string, name: string, days: number) => ['stats', ns, name, days] },
  subscriptions: {
    in: (ns: string) => ['subscriptions', ns],
    first: (ns: string) => ['subscriptions', ns, 'first'],
    askedIn: (namespaces: readonly string[]) => ['filters of subscriptions', namespaces],
  },
  summary: { all: ['summary'], in: (ns: string) => ['summary', ns] },
  usage: {
    all: ['usage'],
    ofMonth: ['usage', ''],
    budgets: ['usage', 'budgets'],
    pages: (month: string, prefix: string) => ['usage', month, prefix],
    daily: (month: string, prefix: string) => ['usage', 'daily', month, prefix],
    judgments: (month: string, names: readonly string[], days: number) => ['usage', 'judgments', month, names, days],
  },
  versions: named('versions'),
} as const;
