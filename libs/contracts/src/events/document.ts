import { Class, JsonSchema } from '../field';
import { eventAbout } from './about';
import { eventData } from './data';
import { sampleOf } from './sample';
import { EventType, eventTypes } from './types';

/** One type as the published documents show it. */
export interface EventDocument {
  type: EventType;
  /** What raises it, and whether anything does. */
  description: string;
  /** The record in feed and webhook. */
  schema: JsonSchema;
  /** A record with the type's sample. */
  example: { id: string; type: EventType; timestamp: string; data: object };
}

/** The classes that the schemas of `eventDocuments` refer to. */
export function eventDataClasses(): Class[] {
  return [...new Set<Class>(Object.values(eventData))];
}

/** @param refPrefix where the schemas of the classes stand */
export function eventDocuments(refPrefix: string): EventDocument[] {
  return eventTypes.map((type) => {
    const { cause, isBuilt } = eventAbout[type];
    return {
      type,
      description: isBuilt ? cause : `${cause} Cause not built yet: nothing raises it today.`,
      schema: {
        type: 'object',
        required: ['id', 'type', 'timestamp', 'data'],
        properties: {
          id: { type: 'string', pattern: '^evt_', description: 'The same in feed, webhook and every redelivery.' },
          type: { const: type },
          timestamp: { type: 'string', format: 'date-time' },
          data: { $ref: `${refPrefix}${eventData[type].name}` },
          test: { const: true, description: 'On test sends alone.' },
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
