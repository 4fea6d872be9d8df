import { readReportOf } from './provider-directory';

const issuer = 'https://login.example/contoso/v2.0';
const reading = (named: string) => async () => ({ issuer: named });

describe('what an operator learns of an issuer', () => {
  it('is nothing where address and document are those of one directory [AUTH-08]', async () => {
    expect(await readReportOf(issuer, reading(issuer))).toEqual({ shared: null, problem: null });
  });

  it('is which one to use, where its document has a placeholder or a name of all directories [AUTH-08]', async () => {
    for (const [named, part] of [
      ['https://login.example/{tenantid}/v2.0', '{tenantid}'],
      ['https://login.example/organizations/v2.0', 'organizations'],
    ]) {
      const { shared } = await readReportOf(issuer, reading(named));
      expect(shared).toContain(`as \`${part}\` in it shows`);
      expect(shared).toContain('https://login.example/<tenant-id>/v2.0');
    }
  });

  it('needs no request where the address shows it [AUTH-08]', async () => {
    const failing = () => Promise.reject(new Error('it was asked'));
    const { shared } = await readReportOf('https://login.example/common/v2.0', failing);
    expect(shared).toContain('as `common` in it shows');
  });

  it('is why the document was not read, which is no refusal [AUTH-08]', async () => {
    const report = await readReportOf(issuer, async () => ({ problem: 'ECONNREFUSED' }));
    expect(report).toEqual({ shared: null, problem: 'ECONNREFUSED' });
  });
});
