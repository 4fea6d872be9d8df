import { isOneDirectory, sharedIssuerSentence, sharedPartOf } from './issuer-directory';

const microsoft = 'https://login.microsoftonline.com';

describe('an issuer', () => {
  it.each([
    [`${microsoft}/common/v2.0`, 'common'],
    [`${microsoft}/organizations/v2.0`, 'organizations'],
    [`${microsoft}/consumers/v2.0/`, 'consumers'],
    [`${microsoft}/Common`, 'Common'],
    [`${microsoft}/9188040d-6c67-4c5b-b112-36a304b66dad/v2.0`, '9188040d-6c67-4c5b-b112-36a304b66dad'],
    [`${microsoft}/{tenantid}/v2.0`, '{tenantid}'],
    ['https://sts.windows.net/%7Btenantid%7D/', '{tenantid}'],
    ['https://{tenant}.example', '{tenant}'],
  ])('%s is that of many directories [AUTH-08]', (issuer, part) => {
    expect([sharedPartOf(issuer), isOneDirectory(issuer)]).toEqual([part, false]);
  });

  it.each([
    `${microsoft}/5a1f6d0e-0000-4000-8000-0123456789ab/v2.0`,
    'https://common.example',
    'https://id.example/realms/commons?of=common',
    'https://id.example/%zz',
  ])('%s is that of one directory [AUTH-08]', (issuer) => {
    expect([sharedPartOf(issuer), isOneDirectory(issuer)]).toEqual([null, true]);
  });

  it('where anybody makes an account is no directory, and has no other address [AUTH-08]', () => {
    const google = 'https://accounts.google.com';
    expect([sharedPartOf(google), isOneDirectory(google), isOneDirectory(`${google}/`)]).toEqual([null, false, false]);
  });

  it.each([
    [`${microsoft}/common/v2.0`, 'common', `${microsoft}/<tenant-id>/v2.0`],
    ['https://sts.windows.net/%7Btenantid%7D/', '{tenantid}', 'https://sts.windows.net/<tenant-id>/'],
    ['https://common.example/common', 'common', 'https://common.example/<tenant-id>'],
  ])('%s of many directories is refused with the one to use [AUTH-08]', (issuer, part, own) => {
    const sentence = sharedIssuerSentence(issuer, part);
    expect(sentence).toContain(`many directories, as \`${part}\` in it shows. Give the issuer of one directory`);
    expect(sentence.endsWith(`: ${own}`)).toBe(true);
  });
});
