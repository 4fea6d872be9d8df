/** A text as it stands in a regular expression that means the text itself. */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

module.exports = { escaped };
