const { readFileSync } = require('node:fs');

const forms = /\b(replicas|more|engines|postgresProxies|postgresStandby|natsCluster|build|spare)\b/;

/**
 * The place of an end-to-end file in the order in which workers open few stacks, by the needs that its call of `openStack`
 * names before `settings`. A stack does for the files after it: those that want it untouched, those that need processes,
 * those that move its clock on. 0: a form of its own; 1: untouched; 2: processes; 3: moves the clock; 4: the shared one, or
 * none.
 */
function stackRank(path, isLong = process.env.LONG === '1') {
  const text = readFileSync(path, 'utf8');
  const [call] = /\bopenStack\(\{[^]*?\}\)/.exec(text) ?? [];
  // What is opened in the full form alone stands beside the shared stack of the short one.
  if (!call || (!isLong && /\bsharedStack\(/.test(text))) return 4;
  const [needs] = call.replace(/name: '[^']*'/, '').split(/\bsettings\b/);
  if (forms.test(needs)) return 0;
  if (/\buntouched\b/.test(needs)) return 1;
  return /\bmovesClock\b/.test(needs) ? 3 : 2;
}

module.exports = { stackRank };
