export { inspectImage, maxPixels } from './decoding/inspect';
export type { ImageFacts } from './decoding/inspect';
export { mediaTypeOf, mediaTypes } from './media-type/media-type';
export type { MediaType } from './media-type/media-type';
export { renderImage } from './rendition/render';
export type { RenderedImage } from './rendition/render';
export { sizeFor, tilesOf } from './rendition/tiling';
export type { Size, Tiling } from './rendition/tiling';
