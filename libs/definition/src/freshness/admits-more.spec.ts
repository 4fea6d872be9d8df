import { admitsMore } from './admits-more';

const open = { 'attributes.open': true };

it.each([
  ['set where there was none', undefined, { where: open }, false],
  ['taken away', { where: open }, undefined, true],
  ['made empty', { created_within: '30d' }, {}, true],
  ['set empty', undefined, {}, false],
  ['the same', { created_within: '30d', where: open }, { created_within: '720h', where: open }, false],
  ['longer', { created_within: '30d' }, { created_within: '31d' }, true],
  ['shorter', { created_within: '31d' }, { created_within: '30d' }, false],
  ['of an age instead of a condition', { where: open }, { created_within: '1d' }, true],
  ['of one condition more', { where: open }, { where: { ...open, 'attributes.vip': true } }, false],
  ['of one condition less', { where: { ...open, 'attributes.vip': true } }, { where: open }, true],
  ['of another test', { where: open }, { where: { 'attributes.open': { exists: true } } }, true],
  ['shorter with another test', { created_within: '2d', where: open }, { created_within: '1d', where: {} }, true],
])('a scope that is %s admits documents that were outside: %j to %j [REL-F3]', (_how, before, after, admits) => {
  expect(admitsMore(before, after)).toBe(admits);
});
