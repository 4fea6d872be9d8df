module.exports = require('./deploy/local/lint/rules.cjs').rulesOf(__dirname);
