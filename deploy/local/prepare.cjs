/*
 * What a first start needs of Postgres and NATS and can have before the packages are there. `command.mjs` runs this in a
 * process of its own beside `npm ci`. Nothing depends on it: what it could not do, the start does again, and tells when it
 * fails.
 */
const { randomBytes } = require('node:crypto');
const { existsSync, writeFileSync } = require('node:fs');
const { join, resolve } = require('node:path');
const { lentAccount } = require('../../libs/servers/plain/account.cjs');
const { clusterMajor, dataFolder, makeCluster, makeFolder } = require('../../libs/servers/plain/cluster.cjs');
const { installNats, mayInstall } = require('../../libs/servers/plain/debian-nats.cjs');
const { natsProgram, postgresPrograms } = require('../../libs/servers/plain/program.cjs');

/** Name in the state folder of the administrator's password of a cluster that is older than secrets.json. */
const passwordName = 'postgres-password';

/** Installs nats-server where root may and none is there. */
function prepareNats(stateDir) {
  const unpacked = join(stateDir, 'programs/nats-server/usr');
  if (natsProgram([join(unpacked, 'sbin'), join(unpacked, 'bin')]) === undefined && mayInstall()) installNats();
}

/** Makes the cluster of a first start, with a password that its secrets will take over. */
function preparePostgres(stateDir) {
  const account = lentAccount();
  if (account === null) return;
  const [program] = postgresPrograms(account);
  if (program === undefined) return;
  const dataDir = join(dataFolder(makeFolder(stateDir), account), 'postgres');
  if (clusterMajor(dataDir) !== undefined) return;
  const password = `p${randomBytes(24).toString('base64url')}`;
  writeFileSync(join(stateDir, passwordName), password, { mode: 0o600 });
  makeCluster({ bin: program.bin, dataDir, account }, password);
}

const stateFolder = (root, env) => resolve(root, env.STATE_DIR || '.state');

/** Whether nothing ever ran from the state folder of a checkout. */
function isFirstStart(root, env = process.env) {
  return !existsSync(join(stateFolder(root, env), 'secrets.json'));
}

/** @param root of the checkout */
function prepare(root, env = process.env) {
  const stateDir = stateFolder(root, env);
  if (!env.DATABASE_URL && !env.POSTGRES_PROGRAM) preparePostgres(stateDir);
  if (!env.NATS_URL) prepareNats(stateDir);
}

if (require.main === module) prepare(resolve(__dirname, '../..'));

module.exports = { isFirstStart, passwordName, prepare };
