import { eventRaised, eventSubject, eventDataClasses, eventDocuments } from '../events';
import { Class } from '../field';
import { declaredMessages } from './declared';
import { framesSubject } from '../message';
import { collectSchemas } from '../schema';

type Json = Record<string, unknown>;

const schemas = '#/components/schemas/';

/**
 * The AsyncAPI 3 document of all messages on the bus, by subject, in whatever order they were declared. `npm run docs` writes
 * it, and a test compares it.
 */
export function asyncApi(examples: ReadonlyMap<string, unknown>): Json {
  const channels: Json = {};
  const operations: Json = {};
  const messages: Json = {};
  const types = new Set<Class>(eventDataClasses());
  const sorted = [...declaredMessages().values()].sort((a, b) => (a.subject < b.subject ? -1 : 1));
  for (const message of sorted) {
    const id = message.subject.replaceAll(/[^A-Za-z0-9]+/g, '_');
    const payload = message.kind === 'request' ? message.query : message.payload;
    types.add(payload);
    const example = examples.get(message.subject);
    messages[id] = {
      name: message.subject,
      summary: message.why,
      payload: { $ref: `${schemas}${payload.name}` },
      ...(example === undefined ? {} : { examples: [{ payload: example }] }),
    };
    const ofChannel = message === eventRaised ? Object.keys(eventMessages()) : [id];
    channels[id] = {
      address: message.subject,
      messages: Object.fromEntries(ofChannel.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
    };
    const operation: Json = { action: 'send', channel: { $ref: `#/channels/${id}` }, summary: message.why };
    if (message.kind === 'request') {
      types.add(message.reply);
      operation.reply = { messages: [], 'x-schema': { $ref: `${schemas}${message.reply.name}` } };
      Object.assign(operation, { 'x-from': message.from, 'x-to': message.to, 'x-non-calling': message.nonCalling });
      if (message.framed) operation['x-frames'] = framesSubject(message);
    } else if (message.kind === 'fact') {
      Object.assign(operation, {
        'x-from': message.from,
        'x-stream': message.stream,
        'x-consumers': message.consumers,
        ...(Object.keys(message.parts).length > 0 ? { 'x-parts': message.parts } : {}),
        'x-replicated-to': message.replicatedTo,
      });
    }
    operations[id] = operation;
  }
  Object.assign(messages, eventMessages());
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Judgment Service bus',
      version: '1',
      description: 'Messages between the services and to extensions. Every subject ends in its version.',
    },
    channels,
    operations,
    components: {
      messages,
      schemas: collectSchemas([...types], { closed: false, refPrefix: schemas, named: true }),
    },
  };
}

/** One message for each event type: the event with the data of that type. */
function eventMessages(): Json {
  const narrowed = eventDocuments(schemas).map(({ type, description, schema, example }) => {
    const { id, timestamp, data } = example;
    const { namespace } = data as { namespace: string | null };
    const { data: shape } = schema.properties as { data: object };
    return [
      `event_${type.replaceAll('.', '_')}`,
      {
        name: eventSubject(type),
        summary: description,
        payload: {
          allOf: [{ $ref: `${schemas}EventRaised` }, { properties: { type: { const: type }, data: shape } }],
        },
        examples: [{ payload: { id, type, organization: 'org_0192f1', namespace, timestamp, endpoint: null, data } }],
      },
    ];
  });
  return Object.fromEntries(narrowed) as Json;
}
