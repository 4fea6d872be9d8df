import { pascalOf } from './methods.mjs';
import { methodText, partsOf } from './method.mjs';

/** What a resource is, by its owner; the order in which the classes stand. */
const abouts = {
  'judgment.outcomes': 'What actually happened, by document.',
  'judgment.alternatives':
    'Other engines, wordings and contexts, compared with the active version on the same outcomes.',
  judgment: 'One judgment.',
  'namespace.documents': 'Documents of a namespace.',
  'namespace.judgments': 'Judgments of a namespace, or of a template prefix that ends in `/*`.',
  'namespace.groups': 'Groups of a namespace: aggregates of its documents by a key.',
  'namespace.summary': 'The summary that a namespace publishes.',
  'namespace.images': 'Images that documents of a namespace may name.',
  'namespace.subscriptions': 'Subscriptions of a namespace or a template prefix.',
  namespace: 'One namespace, such as `acme/prod/t1`.',
  'client.namespaces': 'The namespaces that the key covers.',
  'client.webhook_endpoints': 'Endpoints that receive events by webhook, and their deliveries.',
  'client.events': 'The feed of events: 30 days, in one order.',
  'client.jobs': 'Work that goes on after its reply.',
  'client.api_keys': 'Keys of the organization.',
  'client.organization': 'The organization of the key.',
};

/** Resources with methods that are written by hand: `_documents.py` for documents. */
const special = ['namespace.documents', 'namespace.judgments', 'client.events'];

/** Operations whose method is written by hand. */
const byHand = ['namespace_documents_get_many', 'namespace_documents_get', 'namespace_documents_delete'];

/**
 * A class for each resource, with a method for each operation.
 * @throws Error for an operation of a resource that has no place here
 */
export function resourcesText(document, operations, { isAsync }) {
  for (const { owner, id } of operations)
    if (!abouts[owner]) throw new Error(`${id} is of ${owner}, which is no resource.`);
  const a = isAsync ? 'Async' : '';
  const classes = Object.keys(abouts).map((owner) => classText(owner, operations, a));
  const text = [...classes, bundleText(a)].join('\n\n');
  const imports = [
    `from ._core import ${a}Core, ${a}Resource`,
    'from ._options import CallOptions',
    `from ._pages import ${a}Pages`,
    ...special.map((owner) => `from ._${owner.split('.').at(-1)} import Special${a}${classOf(owner)}`),
    `from .types import (\n${namesIn(text, document)
      .map((name) => `    ${name},\n`)
      .join('')})`,
  ];
  return `# What the service answers is what its document says: nothing checks it again here.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from typing import Any, Literal, Unpack

${imports.join('\n')}


${text}`;
}

function classText(owner, operations, a) {
  const bound = { judgment: ['ns', 'name'], namespace: ['ns'], client: [] }[owner.split('.')[0]];
  const base = special.includes(owner) ? `Special${a}${classOf(owner)}` : `${a}Resource`;
  const children = Object.keys(abouts).filter((one) => one.startsWith(`${owner}.`) && owner !== 'client');
  const own = operations.filter((one) => one.owner === owner && !byHand.includes(one.id));
  const parts = [
    `class ${a}${classOf(owner)}(${base}):\n    """${abouts[owner]}"""\n`,
    ...(children.length > 0 ? [initText(children, bound, a)] : []),
    ...(owner === 'namespace.judgments' ? [getText(a)] : []),
    ...own.map((operation) => methodText(operation, bound, a)),
  ];
  return parts.join('\n');
}

const classOf = (owner) => pascalOf(owner.split('.').at(-1));

function initText(children, bound, a) {
  const given = bound.map((name) => `${name}: str`).join(', ');
  const lines = children.map(
    (one) => `        self.${one.split('.').at(-1)} = ${a}${classOf(one)}(core, ${bound.join(', ')})`,
  );
  return `    def __init__(self, core: ${a}Core, ${given}) -> None:
        super().__init__(core, ${bound.join(', ')})
${lines.join('\n')}
`;
}

const getText = (a) => `    def get(self, name: str) -> ${a}Judgment:
        """A judgment by its name; nothing is sent until one of its methods is called."""
        return ${a}Judgment(self._core, self._bound[0], name)
`;

/** What a client has beside what it is. */
function bundleText(a) {
  const owners = Object.keys(abouts).filter((owner) => owner.startsWith('client.'));
  const lines = owners.map((one) => `        self.${one.split('.').at(-1)} = ${a}${classOf(one)}(core)`);
  return `class ${a}Resources:
    """The resources of a client."""

    def __init__(self, core: ${a}Core) -> None:
        self._core = core
${lines.join('\n')}

    def namespace(self, name: str) -> ${a}Namespace:
        """A namespace by its name; nothing is sent."""
        return ${a}Namespace(self._core, name)
`;
}

/** The types of the module that a text names. */
function namesIn(text, document) {
  const names = [...Object.keys(document.components.schemas)];
  return names.filter((name) => new RegExp(`\\b${name}\\b`).test(partsOf(text))).sort();
}
