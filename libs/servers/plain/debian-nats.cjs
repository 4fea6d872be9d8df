// Debian's nats-server, which no package of npm carries. Plain Node: a first start gets it beside `npm ci`.
const { spawnSync } = require('node:child_process');

/** Whether root may have it installed on this system. */
function mayInstall() {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** As root; a failure shows by the program's absence. */
function installNats() {
  if (install()) return;
  run('apt-get', ['update', '-qq']);
  install();
}

function install() {
  // RUNLEVEL=1 keeps the package from starting a server of its own.
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'nats-server'], undefined, {
    RUNLEVEL: '1',
    DEBIAN_FRONTEND: 'noninteractive',
  });
}

/** @returns whether the program ended well */
function run(command, args, cwd, env = {}) {
  return (
    spawnSync(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'ignore', timeout: 180_000 }).status === 0
  );
}

module.exports = { installNats, mayInstall, run };
