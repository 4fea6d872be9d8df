import { patient } from './patience.cjs';

// Real servers on a busy machine: a hook or a test may take its time; what is waited for is an outcome, never a time.
jest.setTimeout(patient(60_000));
