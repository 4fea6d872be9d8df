import { isTemplate } from '@app/definition';
import { Problem } from '@app/problem';
import { Judgment } from '../../judgment/judgment';

/** @throws Problem `conflict`: the table belongs to the template, or a composite judgment has none */
export function refuseBare({ scope, parts }: Judgment, namespace: string, name: string): void {
  if (scope !== namespace) {
    const where = isTemplate(scope) ? 'template' : 'namespace';
    const message = `\`${name}\` is inherited from the ${where} \`${scope}\`, which has one table for all; use it there.`;
    throw new Problem('conflict', message, { reason: 'inherited', template: scope });
  }
  if (parts !== null && parts.length > 0) {
    const message = `\`${name}\` asks its parts, and a wording cannot replace them; create a version instead.`;
    throw new Problem('conflict', message, { reason: 'composite' });
  }
}
