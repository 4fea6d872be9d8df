/**
 * Tokens that one image counts in addition to the context's text, on every engine and for every size. An image is scaled
 * until the engine's own count is at most this, so that the cost of an answer is known without opening an image.
 */
export const imageTokens = 512;
