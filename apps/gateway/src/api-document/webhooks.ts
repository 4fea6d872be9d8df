import { eventDocuments } from '@app/contracts/events';

type Json = Record<string, unknown>;

/**
 * The `webhooks` part of the OpenAPI document: one entry for each event type. The feed lists the same records.
 * @param schemas prefix of references to schemas
 */
export function eventWebhooks(schemas: string): Json {
  const entries = eventDocuments(schemas).map(({ type, description, schema, example }) => [
    type,
    {
      post: {
        tags: ['Webhooks'],
        operationId: `event_${type.replaceAll('.', '_')}`,
        summary: description,
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema, example } } },
        responses: {
          '2XX': { description: 'Received. The service tries again after any other status, redirects included.' },
        },
      },
    },
  ]);
  return Object.fromEntries(entries) as Json;
}

const headers = [
  {
    name: 'webhook-id',
    description: "The event's id, the same on every retry: drop an event that you have received before.",
  },
  { name: 'webhook-timestamp', description: 'Time of this attempt, in seconds since 1970.' },
  {
    name: 'webhook-signature',
    description: 'One signature for each valid secret, separated by spaces: `v1,` and base64.',
  },
].map((header) => ({ ...header, in: 'header', required: true, schema: { type: 'string' } }));
