/** What a line of the log says when a piece of work has ended. */
interface WorkLine {
  /** `debug` for work of which a loaded process does thousands a second. */
  level: 'info' | 'debug';
  message: string;
  /** Members that every such line has, beside those of any line. */
  members: readonly string[];
  /** Members that some of these lines have. */
  further?: readonly string[];
}

/**
 * Every kind of work that ends in one line of the log, by the line's member `event`. docs/logs.md says what each member
 * means. They are ids, times, counts and outcomes, and never a state, a context, the query of an address, or a key.
 */
export const workLines = {
  'answer.recorded': {
    level: 'debug',
    message: 'an answer was recorded',
    members: [
      'organization',
      'namespace',
      'document',
      'judgment_id',
      'judgment',
      'version',
      'answer',
      'ask',
      'engine',
      'engine_version',
      'outcome',
      'cached',
      'units',
      'tokens',
      'cost_usd',
      'ms',
    ],
  },
  'ask.ended': {
    level: 'debug',
    message: 'an engine was asked',
    members: [
      'organization',
      'namespace',
      'ask',
      'engine',
      'engine_version',
      'lane',
      'questions',
      'attempts',
      'outcome',
      'request_id',
      'waited_ms',
      'ms',
    ],
    further: ['detail', 'failed', 'failure', 'fingerprint', 'status'],
  },
  'delivery.attempted': {
    level: 'info',
    message: 'a delivery was attempted',
    members: [
      'organization',
      'namespace',
      'event_id',
      'type',
      'endpoint',
      'turn',
      'attempt',
      'outcome',
      'status_code',
      'status',
      'again_in_ms',
      'recorded',
      'ms',
    ],
    further: ['subscription', 'document'],
  },
  'fact.redriven': {
    level: 'info',
    message: 'a dead fact was handled again',
    members: ['fact', 'durable', 'outcome', 'failures', 'again_in_ms', 'ms'],
  },
  'fit.ended': {
    level: 'info',
    message: 'a fit ended',
    members: ['organization', 'scope', 'judgment_id', 'judgment', 'version', 'outcome', 'ms'],
    further: ['job', 'fit', 'engine_version', 'labels', 'read_with'],
  },
  'job.ended': {
    level: 'info',
    message: 'a job ended',
    members: [
      'organization',
      'namespace',
      'job',
      'type',
      'outcome',
      'status',
      'done',
      'total',
      'claims',
      'waited_ms',
      'ms',
    ],
  },
  'mail.tried': {
    level: 'info',
    message: 'a mail was tried',
    members: ['organization', 'mail', 'event_id', 'attempt', 'outcome', 'reason', 'again_in_s', 'ms'],
  },
  'walk.ended': {
    level: 'info',
    message: 'a walk ended',
    members: ['walk', 'outcome', 'ms'],
    further: [
      'organization',
      'namespace',
      'scope',
      'judgment_id',
      'subscription',
      'generation',
      'attribute',
      'image',
      'endpoint',
      'run',
      'walks',
      'claims',
      'documents',
      'job',
      'target',
      'sources',
      'looked',
      'kept',
    ],
  },
} as const satisfies Record<string, WorkLine>;
