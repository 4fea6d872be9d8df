/**
 * The script of the page, as the browser runs it: it opens the renderer on `/openapi.json`, shows `x-codeSamples`, searches
 * summaries beside paths and tags, and follows the browser's light or dark scheme.
 */
export const pageScript = `'use strict';
const dark = matchMedia('(prefers-color-scheme: dark)');
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', colour);
colour();

/** Above the responses of an operation: its samples. */
const codeSamples = () => ({
  wrapComponents: {
    responses: (Responses, { React, specSelectors }) => (props) => {
      const samples = specSelectors.specJson().getIn(['paths', props.path, props.method, 'x-codeSamples']);
      const make = React.createElement;
      const one = (sample) => [
        make('h5', { key: sample.get('label') }, sample.get('label')),
        make('pre', { key: sample.get('lang'), tabIndex: 0 }, sample.get('source')),
      ];
      const title = make('h4', { key: 'title' }, 'Code samples');
      const shown = samples && make('div', { className: 'code-samples' }, [title, ...samples.toArray().flatMap(one)]);
      return make(React.Fragment, null, shown, make(Responses, props));
    },
  },
});

/** An operation is found when its tag, method, path or summary has every word. */
const search = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\\s+/);
      const isFound = (tag) => (one) => {
        const text = [tag, one.get('method'), one.get('path'), one.getIn(['operation', 'summary'])].join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return tags
        .map((tag, name) => tag.update('operations', (operations) => operations.filter(isFound(name))))
        .filter((tag) => tag.get('operations').size > 0);
    },
  },
});

SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  plugins: [codeSamples, search],
  filter: true,
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // Null turns off the badge of a foreign host.
  validatorUrl: null,
});
`;
