import { startQueueWorker } from './bare/queue-worker';
import { startReceiver } from './bare/receiver';
import { startSequencer } from './bare/sequencer';
import { startBare } from './bare/server';

/** What is measured against, or with, as a process of its own, as the service's processes are. */
const [, , url = '', what = 'server', receiver = ''] = process.argv;
process.on('disconnect', () => process.exit(0));
if (what === 'sequencer') void startSequencer(url);
else if (what === 'receiver') startReceiver();
else if (what === 'queue-worker') void startQueueWorker(url, receiver);
else void startBare(url).then(({ origin }) => console.log(JSON.stringify({ origin })));
