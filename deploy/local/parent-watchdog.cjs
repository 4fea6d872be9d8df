// Preloaded into every service that the supervisor starts (node --require). The channel closes when the supervisor is
// gone, also by SIGKILL: then the service drains and ends, so that nothing is left behind on the machine.
process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  // Not `process.exit`: what it waits for may never end.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20_000).unref();
});
process.channel?.unref(); // waiting for the parent must not keep the process running
