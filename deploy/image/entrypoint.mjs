// `entrypoint.mjs <service>` runs that service; `setup` prepares the database; `<service> operator ...` its commands.
const services = [
  'gateway',
  'documents',
  'judgments',
  'engine-broker',
  'calibration',
  'billing',
  'webhooks',
  'events-feed',
];
const [, , name, ...rest] = process.argv;
if (name !== 'setup' && !services.includes(name)) {
  console.error(`Say which service to run: ${services.join(', ')}, or setup.`);
  process.exit(2);
}
process.argv = [process.argv[0], process.argv[1], ...rest];
await import(name === 'setup' ? './dist/deploy/image/main.js' : `./dist/apps/${name}/main.js`);
