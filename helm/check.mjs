// Checks rendered manifests against Kubernetes' types: `<renderer> helm | node helm/check.mjs`.
// The types accept members they do not know, so a misspelt member passes here; only kinds, types and required members show.
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

let bad = 0;
let checked = 0;
for (const document of parseAllDocuments(readFileSync(0, 'utf8'))) {
  const manifest = document.toJS();
  if (!manifest) continue;
  const { apiVersion, kind, metadata } = manifest;
  try {
    const { [kind]: Model } = await import(`kubernetes-models/${apiVersion}`);
    new Model(manifest).validate();
    checked++;
  } catch (error) {
    bad++;
    console.error(`${kind} ${metadata?.name}: ${error.message}`);
  }
}
console.log(`${checked} manifests fit their types, ${bad} do not`);
process.exit(bad === 0 && checked > 0 ? 0 : 1);
