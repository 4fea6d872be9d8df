module.exports = require('./deploy/tools/lint/rules.cjs').rulesOf(__dirname);
