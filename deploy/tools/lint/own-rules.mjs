// Rules of this project for oxlint, which calls them with each file that it has parsed. They see syntax, not types.

/** What a function does that reads, writes or sends begins its name. A new verb is added here. */
const verbs = new Set(
  `accept acquire activate add admit adopt advance announce answer append apply archive are arm arrange ask assert
   attempt audit authenticate authorize await backfill batch begin bind block boot break bring build bump bundle
   bury call can cancel carry catch change charge check choose claim clean clear close collect come commit compare
   compile complete compute configure confirm connect consume copy count cover create defer delete deliver dequeue
   describe detach dial diff disarm discover do download drain draw drive drop empty enable end ensure enter erase
   estimate evaluate evict examine exchange execute expect explain export extend fail fetch fill find finds finish
   fit flush follow forget forward freeze gather get give go grow handle has hash have heal hold identify ignore
   import insert inspect install invalidate invite is issue join judge keep kill label lead learn leave link list
   listen load lock log login logout look lose make mark match matches may measure meet merge migrate move must
   name note observe on open operate override pack parse pass patch pause perform ping place plan poll post
   postpone prepare present preview price print probe process promote prove publish pull push put query queue quote
   raise reach read reannounce receive recommend reconfigure record recount recover redeliver redirect redrive
   reevaluate refresh refuse register reinstate release reload remember remove render renew reopen repair repeat
   replace replay replicate reply report request require reseal resend reserve reset resolve respond restart
   restore resume retract retry return revise revoke roll rotate run sample save say scan schedule score select
   send serve set settle share show sign skip sleep slide spend split start step stop store stream subscribe
   suggest sweep switch tail take tally tell test touch train transfer try turn uncount undo unlisten unpack
   unpause update upload upsert use vacuum verify visit wait walk warm watch with withdraw work write`.split(/\s+/),
);

/** Names that interfaces of the language, of packages and of Nest ask for, and what is run: `transaction`, `main`. */
const kept = new Set(['down', 'finally', 'main', 'metrics', 'next', 'then', 'transaction', 'up', 'whoami']);

const promises = new Set(['AsyncGenerator', 'AsyncIterable', 'AsyncIterableIterator', 'Promise', 'PromiseLike']);

function isPromise(type) {
  if (type?.type === 'TSUnionType') return type.types.some(isPromise);
  return type?.type === 'TSTypeReference' && promises.has(type.typeName.name);
}

function isFunction(node) {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression';
}

/** Whether a call of it replies later, as far as its own text says so. */
function repliesLater(node) {
  return node.async === true || isPromise(node.returnType?.typeAnnotation);
}

function beginsWithVerb(name) {
  const first = /^_?([a-z0-9]+|[A-Z]+(?![a-z])|[A-Z][a-z0-9]*)/.exec(name)?.[1].toLowerCase();
  return kept.has(name) || (verbs.has(first) && !/^[a-z0-9]+Of$/.test(name));
}

const verbFirst = {
  create(context) {
    const check = (id, node) => {
      if (id?.type !== 'Identifier' || !repliesLater(node) || beginsWithVerb(id.name)) return;
      context.report({
        node: id,
        message: `${id.name} replies with a promise, so its name begins with what it does: read, find, send, …`,
      });
    };
    return {
      FunctionDeclaration: (node) => check(node.id, node),
      VariableDeclarator: (node) => isFunction(node.init) && check(node.id, node.init),
      MethodDefinition: (node) => !node.override && !node.computed && check(node.key, node.value),
      PropertyDefinition: (node) => !node.override && isFunction(node.value) && check(node.key, node.value),
      TSMethodSignature: (node) => !node.computed && check(node.key, node),
    };
  },
};

/** `{ ...{ a, b }, c }` and `<A {...{ b, c }} />`: TypeScript looks for members that do not exist in plain members alone. */
const noSpreadGroup = {
  create(context) {
    const check = (node) => {
      if (node.argument.type !== 'ObjectExpression') return;
      context.report({
        node,
        message: 'Write these members without a spread: in one the compiler misses misspelt names',
      });
    };
    return {
      SpreadElement: (node) => node.parent.type === 'ObjectExpression' && check(node),
      JSXSpreadAttribute: check,
    };
  },
};

export default { meta: { name: 'own' }, rules: { 'no-spread-group': noSpreadGroup, 'verb-first': verbFirst } };
