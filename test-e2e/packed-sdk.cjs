const { execFileSync } = require('node:child_process');
const { existsSync, mkdirSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const root = join(__dirname, '..');
const folder = join(root, '.state/packed-sdk');
/** Where the package stands once it is installed; end-to-end tests import `@app/sdk` from there. */
const place = join(folder, 'node_modules/@judgment-service/sdk');

/** Packs the built SDK as it is published and installs it, without a network, into a folder that holds nothing else. */
function installPackedSdk() {
  let built = join(root, 'dist/libs/sdk');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(built, 'package.json'))) {
    built = join(folder, 'built');
    execFileSync(process.execPath, [join(root, 'libs/sdk/build.mjs'), built, '--code-only'], { stdio: 'inherit' });
  }
  const npm = (...words) => execFileSync('npm', [...words, '--offline', '--silent'], { cwd: folder, encoding: 'utf8' });
  writeFileSync(join(folder, 'package.json'), '{"name": "a-user", "private": true}');
  npm('install', npm('pack', built).trim(), '--no-audit', '--no-fund');
}

module.exports = { installPackedSdk, place };
