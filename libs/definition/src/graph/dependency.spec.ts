import { checkDependencies, dependencyDepth } from './dependency';

const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges));

describe('dependencies', () => {
  it('may be three judgments deep, and not four', () => {
    const chain = { a: ['b'], b: ['c'], c: [] };
    expect(dependencyDepth(graph(chain), 'a')).toBe(3);
    expect(() => checkDependencies(graph(chain))).not.toThrow();
    expect(() => checkDependencies(graph({ ...chain, z: ['c', 'a'] }))).toThrow('chain of 4');
  });

  it('may not form a cycle', () => {
    expect(() => checkDependencies(graph({ a: ['b'], b: ['a'] }))).toThrow('a reads b reads a');
    expect(() => checkDependencies(graph({ a: ['a'] }))).toThrow('circle');
    expect(() => checkDependencies(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).not.toThrow();
  });
});
