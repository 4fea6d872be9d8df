import { Class, JsonSchema } from '../field';
import { eventCauses } from './causes';
import { eventData } from './data';
import { sampleOf } from './sample';
import { EventType, eventTypes } from '../event-types';

/** An event type as the API documents show it. */
export interface EventDocument {
  type: EventType;
  /** The cause, and whether it is built. */
  description: string;
  /** Schema of the record in feed and webhook. */
  schema: JsonSchema;
  /** A record with the type's sample. */
  example: { id: string; type: EventType; timestamp: string; data: object };
}

/** The classes that the schemas of `eventDocuments` refer to. */
export function eventDataClasses(): Class[] {
  return [...new Set<Class>(Object.values(eventData))];
}

/** @param refPrefix prefix of references to the schemas of classes */
export function eventDocuments(refPrefix: string): EventDocument[] {
  return eventTypes.map((type) => {
    return {
      type,
      description: eventCauses[type],
      schema: {
        type: 'object',
        required: ['id', 'type', 'timestamp', 'data'],
        properties: {
          id: {
            type: 'string',
            pattern: '^evt_',
            description: 'Event id, the same in the feed, in the webhook and in every redelivery.',
          },
          type: { const: type },
          timestamp: { type: 'string', format: 'date-time' },
          data: { $ref: `${refPrefix}${eventData[type].name}` },
          test: { const: true, description: 'Present in test sends only.' },
        },
      },
      example: {
        id: 'evt_01933b0a7c0071d2a3b4c5d6e7f80915',
        type,
        timestamp: '2026-03-04T09:30:00.120Z',
        data: sampleOf(type),
      },
    };
  });
}
