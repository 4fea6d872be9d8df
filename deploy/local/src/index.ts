// For the pages and compose.yaml, which say what the starts pass to each service.
export { listedSettings } from './setting/listed-settings';
export { passedSettings, secretsOf, setByCompose } from './setting/passed-settings';
export { documentsNodeOptions } from './supervisor/environment';
