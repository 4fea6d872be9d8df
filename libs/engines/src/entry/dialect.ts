/** The wire formats. `built_in` has none: that engine runs in this process. */
export type Dialect = 'systemone' | 'openai_decisions' | 'chat' | 'built_in';

/** Where an engine's request carries images (docs/engines.md#engine-entries); `none` for an engine that reads none. */
export const imageModes = ['none', 'assets', 'state_image_url', 'images_field', 'input_image', 'image_url'] as const;
export type ImageMode = (typeof imageModes)[number];

const modesOf: Record<Dialect, readonly ImageMode[]> = {
  systemone: ['none', 'assets', 'state_image_url', 'images_field'],
  openai_decisions: ['none', 'input_image'],
  chat: ['none', 'image_url'],
  built_in: ['none'],
};

/** @returns a sentence that says which modes the dialect has, or null when it has this one */
export function imageModeFault(dialect: Dialect, mode: ImageMode): string | null {
  const modes = modesOf[dialect];
  return modes.includes(mode) ? null : `\`image_mode\` of ${dialect} must be one of ${modes.join(', ')}.`;
}
