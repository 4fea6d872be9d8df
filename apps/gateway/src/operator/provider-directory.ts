import { sharedIssuerSentence, sharedPartOf } from '../identity/provider-client/issuer-directory';
import { DocumentIssuer, readDocumentIssuerOf } from '../identity/provider-client/document-issuer';

/** What there is to tell of an issuer before people sign in with it. */
export interface IssuerReport {
  /** Why it is one of many directories, and which to use; null for the issuer of one. */
  shared: string | null;
  /** Why its document was not read; null when it was, or need not be. */
  problem: string | null;
}

/**
 * Looks at an issuer for what shows many directories: in its address, and in what its document calls it.
 * @param read reads the document; it is asked only where the address shows nothing
 */
export async function readReportOf(
  issuer: string,
  read: (issuer: string) => Promise<DocumentIssuer> = readDocumentIssuerOf,
): Promise<IssuerReport> {
  const ofAddress = sharedPartOf(issuer);
  if (ofAddress !== null) return { shared: sharedIssuerSentence(issuer, ofAddress), problem: null };
  const document = await read(issuer);
  if ('problem' in document) return { shared: null, problem: document.problem };
  const ofDocument = sharedPartOf(document.issuer);
  const shared = ofDocument === null ? null : sharedIssuerSentence(document.issuer, ofDocument);
  return { shared, problem: null };
}
