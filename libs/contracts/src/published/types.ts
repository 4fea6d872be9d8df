import { eventTypes } from '../event-types';
import type { JsonSchema } from '../json-schema';
import { jobTypes } from '../job-types';

/** Types that a reply names, of which later versions may have more. */
export const typeSchemas = {
  EventType: { type: 'string', enum: [...eventTypes], description: 'Type of an event.' },
  JobType: { type: 'string', enum: [...jobTypes], description: 'Type of a job.' },
} satisfies Record<string, JsonSchema>;
