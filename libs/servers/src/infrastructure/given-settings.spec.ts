import { givenSettings, wantsPackaged } from './given-settings';

describe('POSTGRES_SETTINGS', () => {
  it('gives names with values, separated by semicolons', () => {
    expect(givenSettings()).toEqual([]);
    expect(givenSettings(' shared_buffers=2GB; work_mem = 16MB ;')).toEqual(['shared_buffers=2GB', 'work_mem = 16MB']);
  });

  it.each(['shared_buffers', 'shared_buffers=', 'work_mem=16MB; -c fsync=off'])(
    'is refused with a sentence: %j',
    (text) => {
      expect(() => givenSettings(text)).toThrow(/^POSTGRES_SETTINGS must be settings such as/);
    },
  );
});

describe('POSTGRES_PROGRAM', () => {
  it('asks for the package, or for whatever there is; other words are refused', () => {
    expect(['packaged', '', undefined].map(wantsPackaged)).toEqual([true, false, false]);
    expect(() => wantsPackaged('18')).toThrow('POSTGRES_PROGRAM must be "packaged" or empty; "18" is neither.');
  });
});
