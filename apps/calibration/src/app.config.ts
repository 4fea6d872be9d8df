/** Nothing beyond the platform's: how labels are bound and scored is contract, not a setting. */
export const calibrationSettings = {};
