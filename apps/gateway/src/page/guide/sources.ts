import cli from '../../../../../clients/cli/README.md';
import pythonClient from '../../../../../clients/python/README.md';
import contract from '../../../../../docs/contract.md';
import engines from '../../../../../docs/engines.md';
import glossary from '../../../../../docs/glossary.md';
import guides from '../../../../../docs/guide/README.md';
import labels from '../../../../../docs/guide/labels.md';
import models from '../../../../../docs/guide/models.md';
import ownData from '../../../../../docs/guide/own-data.md';
import python from '../../../../../docs/guide/python.md';
import questions from '../../../../../docs/guide/questions.md';
import related from '../../../../../docs/guide/related.md';
import thresholds from '../../../../../docs/guide/thresholds.md';
import webhooks from '../../../../../docs/guide/webhooks.md';
import methods from '../../../../../docs/methods.md';
import sdk from '../../../../../libs/sdk/README.md';

/** A page as its Markdown was rendered. */
export type Rendered = typeof guides;

export interface GuideSource {
  /** Its file, from the root of the repository. */
  file: string;
  /** Where the gateway serves it. */
  address: string;
  /** Its name among the links of all pages. */
  name: string;
  page: Rendered;
}

const guide = (slug: string, name: string, page: Rendered): GuideSource => ({
  file: `docs/guide/${slug}.md`,
  address: `/docs/${slug}`,
  name,
  page,
});

/** The guides, in the order in which a newcomer needs them. The first one is the index. */
export const guideSources: readonly GuideSource[] = [
  { file: 'docs/guide/README.md', address: '/docs', name: 'Overview', page: guides },
  guide('own-data', 'Your own data in five minutes', ownData),
  guide('models', 'Put a model behind a name', models),
  guide('questions', 'Ask a good question', questions),
  guide('labels', 'How many labels', labels),
  guide('thresholds', 'Choose a threshold', thresholds),
  guide('webhooks', 'Receive webhooks', webhooks),
  guide('related', 'Questions across documents', related),
  guide('python', 'Use it from Python', python),
];

/** What the guides refer to. */
export const referenceSources: readonly GuideSource[] = [
  { file: 'docs/contract.md', address: '/docs/contract', name: 'Details of the API', page: contract },
  { file: 'clients/cli/README.md', address: '/docs/cli', name: 'Command line', page: cli },
  { file: 'libs/sdk/README.md', address: '/docs/sdk', name: 'TypeScript client', page: sdk },
  { file: 'clients/python/README.md', address: '/docs/python-client', name: 'Python client', page: pythonClient },
  { file: 'docs/methods.md', address: '/docs/methods', name: 'Figures of a report', page: methods },
  { file: 'docs/engines.md', address: '/docs/engines', name: 'Engines', page: engines },
  { file: 'docs/glossary.md', address: '/docs/glossary', name: 'Glossary', page: glossary },
];
