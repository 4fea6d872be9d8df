import { Text } from '@app/contracts';

/** The build that answers. */
export class VersionView {
  @Text({ meaning: 'Version of the release; `unknown` for a build of no release.' }) version: string;
  @Text({ meaning: 'Commit of which it was built; `unknown` for a build of no release.' }) revision: string;
  @Text({ meaning: 'Version of the API.' }) api_version: string;
}
