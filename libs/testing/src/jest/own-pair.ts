// Of the pairs that the set-up opened, the one of this worker: specs read TEST_* and know nothing of the others.
const pairs = JSON.parse(process.env['TEST_PAIRS'] ?? '[]') as Record<string, string>[];
Object.assign(process.env, pairs[Number(process.env['JEST_WORKER_ID']) - 1]);
