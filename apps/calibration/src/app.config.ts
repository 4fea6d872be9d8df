/** No settings beyond the platform: the contract fixes how labels are bound and scored. */
export const calibrationSettings = {};
