import { pascalOf } from './methods.mjs';

/** What webhooks bring: an object for each type of event, and the union of all, which `type` tells apart. */
export function eventTypes({ webhooks }) {
  const events = Object.entries(webhooks).map(([type, { post }]) => {
    const { schema } = post.requestBody.content['application/json'];
    return [`${pascalOf(type)}Event`, { ...schema, description: post.summary }];
  });
  const union = {
    description: 'The event of a webhook. Narrow it by `type`, and ignore types that later versions send.',
    oneOf: events.map(([name]) => ({ $ref: `#/components/schemas/${name}` })),
  };
  return { ...Object.fromEntries(events), WebhookEvent: union };
}
