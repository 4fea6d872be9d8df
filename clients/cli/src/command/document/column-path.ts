import { splitKeys } from '@app/definition';
import { Refusal } from '../../exit/refusal';

const roots = ['id', 'version', 'created_at', 'updated_at', 'attributes', 'state', 'images', 'answers'];

/**
 * The keys to what a column shows. A key with a dot is quoted, as in filters; what follows `dist.` is one option or level.
 * @throws Refusal for a path that leads into no document, which would show an empty column
 */
export function columnKeys(path: string): readonly string[] {
  const [, judgment = '', of] = /^answers\.([^."]+)\.dist\.(.+)$/s.exec(path) ?? [];
  const keys = of === undefined ? splitKeys(path) : ['answers', judgment, 'dist', of];
  if (keys?.[0] !== undefined && roots.includes(keys[0])) return keys;
  throw new Refusal(
    `"${path}" is no column: write ${roots.slice(0, 4).join(', ')}, attributes.<name>, state.<dotted path> or ` +
      'answers.<judgment>.<field>, and quote a key with a dot: state."a.b".',
  );
}
