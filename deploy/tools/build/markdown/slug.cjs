/**
 * The anchor that GitHub gives a heading: lower case, without punctuation and markup, blanks as hyphens.
 * @param {string} heading its text without its `#` signs
 */
function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replace(/ /g, '-');
}

module.exports = { slugOf };
