import { armKillPoints } from '@app/persistence';
import { setOffset } from '../clock/clock';

// Modules of ours that a test changes for this process. A test that fails half-way changes nothing for the files after it.
armKillPoints(() => undefined);
setOffset(0);
