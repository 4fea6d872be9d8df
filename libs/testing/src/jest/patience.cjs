/**
 * Limits stand in tests as they hold on two quiet cores. A machine that others share may be several times slower, and a
 * limit only ends what would never end, so each is that many times as long.
 */
const factor = 4;

/** @param {number} ms a limit of a quiet machine */
const patient = (ms) => ms * factor;

module.exports = { patient };
