// Loads modules by Node itself, once a worker: Jest's registry would load and evaluate hundreds of them anew for each file.
// Jest still says where a module lies and compiles it (with its cache on disk, keyed by content and options), so that
// both forms of a run load the same code.
const Module = require('node:module');
const { join, sep } = require('node:path');

const root = join(__dirname, '../../../..');
const load = Module.createRequire(join(root, 'package.json'));
const isOurs = (path) => path.startsWith(root + sep) && !path.includes('/node_modules/');
let server;

/** Names who finds and compiles modules from now on: the runtime of the file that runs. */
function serve(runtime) {
  if (!server) hook();
  server = runtime;
}

function hook() {
  const { _resolveFilename: resolve } = Module;
  Module._resolveFilename = function (request, parent, isMain, options) {
    const isForJest = parent?.filename && isOurs(parent.filename) && !options?.paths && !Module.isBuiltin(request);
    return isForJest ? server.pathOf(parent.filename, request) : resolve.call(this, request, parent, isMain, options);
  };
  for (const ending of ['.ts', '.sql', '.md'])
    Module._extensions[ending] = (loaded, path) => loaded._compile(server.codeOf(path), path);
}

const isLoaded = (path) => Module._cache[path] !== undefined;

module.exports = { serve, load, isLoaded };
