/*
 * The thread that calibration's fits are made in, beside the services' bundle for tests. Loaded by its service's name,
 * as the services themselves are: a lib imports no application.
 */
const service = 'calibration';
void import(`../../../apps/${service}/src/thread.ts`);
