/*
 * The thread that calibration's fits are made in, beside the process of all services. A computed path, as in main.ts: the
 * file of one service is no library of others.
 */
const owner = 'calibration';
void import(`../../../apps/${owner}/src/thread.ts`);
