/**
 * Tokens that one picture counts beside a context's text, on every engine and whatever the picture's size: it is scaled
 * until the engine's own count is no more, so that what an answer costs is known without opening a picture.
 */
export const imageTokens = 512;
