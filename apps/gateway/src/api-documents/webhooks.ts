import { eventDocuments } from '@app/contracts';

type Json = Record<string, unknown>;

/** What receivers are sent, one entry an event type (OpenAPI 3.1, Webhooks); the feed has the same records. */
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
        responses: { '2XX': { description: 'Received. Any other answer, a redirect too, is tried again.' } },
      },
    },
  ]);
  return Object.fromEntries(entries) as Json;
}

const headers = [
  { name: 'webhook-id', description: "The event's id, the same on every retry: drop what came before." },
  { name: 'webhook-timestamp', description: 'Seconds since 1970 of this attempt.' },
  { name: 'webhook-signature', description: '`v1,` and base64 each, one a valid secret, separated by spaces.' },
].map((header) => ({ ...header, in: 'header', required: true, schema: { type: 'string' } }));
