import { inlineName } from './methods.mjs';

/** Reads whose question needs a body: they change nothing and carry no Idempotency-Key. */
const reads = ['namespace_documents_get_many', 'namespace_query', 'judgment_context'];

/**
 * The operations that an API key may call, each with its method. What only a person who signed in may call has no place here.
 * @throws Error for an operation without a method
 */
export function operationsOf(document, methods) {
  const all = Object.entries(document.paths).flatMap(([path, ofPath]) =>
    Object.entries(ofPath).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
  return all
    .filter(({ security = document.security }) => security.some((one) => 'apiKey' in one))
    .map((operation) => {
      const id = operation.operationId;
      if (!methods[id]) throw new Error(`${id} has no method in libs/sdk/src/resource/operation-methods.ts.`);
      const parameters = (operation.parameters ?? []).map((one) => resolved(document, one));
      const reply = successOf(operation);
      return {
        id,
        ...methods[id],
        method: operation.method,
        path: operation.path,
        summary: operation.summary,
        isRead: operation.method === 'GET' || reads.includes(id),
        pathNames: parameters.filter((one) => one.in === 'path').map((one) => one.name),
        query: parameters.filter((one) => one.in === 'query'),
        body: operation.requestBody && {
          schema: operation.requestBody.content['application/json'].schema,
          isRequired: operation.requestBody.required === true,
        },
        reply,
        paging: pagingOf(document, operation, parameters, reply),
      };
    });
}

/** What an operation gives when it is done: a job's result where the service answers with a job alone. */
function successOf({ responses }) {
  const { content } = responses['200'] ?? responses['201'] ?? {};
  return content?.['application/json']?.schema.$ref.split('/').at(-1) ?? 'JobResult';
}

/** Of a list in pages: where it takes the cursor, and the member of a page that holds the items; else undefined. */
function pagingOf(document, operation, parameters, reply) {
  // The feed has no end: Events.follow reads it.
  if (operation.operationId === 'events_read') return undefined;
  const { properties = {} } = document.components.schemas[reply];
  const place = placeOfCursor(document, operation, parameters);
  if (!('next_cursor' in properties) || !place) return undefined;
  const [member, { items }] = Object.entries(properties).find(([, one]) => isOfObjects(one));
  return { member, place, item: items.$ref?.split('/').at(-1) ?? inlineName(reply, member) };
}

function placeOfCursor(document, operation, parameters) {
  if (parameters.some(({ name }) => name === 'cursor')) return 'query';
  const body = operation.requestBody?.content['application/json'].schema.$ref.split('/').at(-1);
  return 'cursor' in (document.components.schemas[body]?.properties ?? {}) ? 'body' : undefined;
}

const isOfObjects = ({ items }) => items?.$ref !== undefined || items?.type === 'object';

const resolved = (document, one) => (one.$ref ? document.components.parameters[one.$ref.split('/').at(-1)] : one);

export function operationsText(operations) {
  const rows = operations.map(
    ({ id, method, path, isRead, paging }) =>
      `    "${id}": Operation("${method}", "${path}", ${isRead ? 'True' : 'False'}, ${
        paging ? `("${paging.place}", "${paging.member}")` : 'None'
      }),`,
  );
  return `from typing import NamedTuple


class Operation(NamedTuple):
    """One operation of the API."""

    method: str
    path: str
    is_read: bool
    """It changes nothing, whatever its method."""
    paging: tuple[str, str] | None
    """Of a list in pages: where it takes the cursor, \`query\` or \`body\`, and the member of a page that holds the items."""


OPERATIONS: dict[str, Operation] = {
${rows.join('\n')}
}
`;
}
