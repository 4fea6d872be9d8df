import { parseStartOptions } from './options';

describe('options of npm start', () => {
  it('has a default for everything', () => {
    expect(parseStartOptions([])).toEqual({
      port: 8080,
      replicas: 1,
      oneProcess: false,
      fresh: false,
      example: true,
      exampleWithModel: false,
      learn: false,
      readyFile: undefined,
      buildDashboard: false,
    });
  });

  it('reads all of them', () => {
    const args = [
      '--port',
      '9000',
      '--replicas=2',
      '--one-process',
      '--fresh',
      '--no-example',
      '--example-with-model',
      '--learn',
      '--ready-file',
      '/tmp/ready.json',
      '--build-dashboard',
    ];
    const wanted = {
      port: 9000,
      replicas: 2,
      oneProcess: true,
      fresh: true,
      example: false,
      exampleWithModel: true,
      learn: true,
      readyFile: '/tmp/ready.json',
      buildDashboard: true,
    };
    expect(parseStartOptions(args)).toEqual(wanted);
  });

  it.each([
    [['--port', 'http'], '--port must be a whole number from 1 to 65535, not "http"'],
    [['--port', '65535', '--replicas', '2'], '--port must be a whole number from 1 to 65534'],
    [['--replicas', '0'], '--replicas must be a whole number from 1 to 8'],
    [['--prot', '1'], "unknown option '--prot'"],
    [['here'], 'Usage: npm start -- [options]'],
  ])('refuses %j in a sentence', (args, sentence) => {
    expect(() => parseStartOptions(args)).toThrow(sentence);
  });
});
