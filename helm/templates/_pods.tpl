{{- /*
Labels of pods alone: those of every manifest, the cell, and those of values; `own` are those of one service or of set-up,
which go before the general ones. refusals.yaml keeps the labels by which pods are found from being named there.
*/}}
{{- define "judgment.podLabels" -}}
{{ include "judgment.labels" .root }}
{{- with .root.Values.cell }}
cell: {{ . | quote }}
{{- end }}
{{- with merge dict (.own | default dict) .root.Values.podLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}
{{- /* A certificate authority of your own, which signs the servers that the services call. */}}
{{- define "judgment.caEnvironment" -}}
{{- if .Values.secrets.ca }}- { name: NODE_EXTRA_CA_CERTS, value: /etc/judgment/ca/ca.crt }{{ end }}
{{- end }}
{{- define "judgment.caMounts" -}}
{{- if .Values.secrets.ca }}[{ name: certificate-authority, mountPath: /etc/judgment/ca, readOnly: true }]{{ else }}[]{{ end }}
{{- end }}
{{- define "judgment.caVolumes" -}}
{{- if .Values.secrets.ca }}[{ name: certificate-authority, secret: { secretName: {{ .Values.secrets.ca | quote }} } }]{{ else }}[]{{ end }}
{{- end }}
{{- define "judgment.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}
{{- define "judgment.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: ["ALL"] }
{{- end }}
{{- /*
Changes when a Secret does that the pods read, so that `helm upgrade` starts them anew. It is made of the versions of the
Secrets and not of what they hold: annotations are no place for that. Empty where Helm does not ask a cluster.
*/}}
{{- define "judgment.secretVersions" -}}
{{- $versions := list -}}
{{- range $name := .names | uniq | sortAlpha -}}
{{- with lookup "v1" "Secret" $.root.Release.Namespace $name -}}
{{- $versions = append $versions (printf "%s %s" $name .metadata.resourceVersion) -}}
{{- end -}}
{{- end -}}
{{- if $versions }}{{ join "\n" $versions | sha256sum }}{{ end }}
{{- end }}
{{- /* Of the Secrets that a service's pods read; `root` and `name` of the service. */}}
{{- define "judgment.serviceSecretVersions" -}}
{{- $service := index .root.Values.services .name -}}
{{- $given := .root.Values.secrets -}}
{{- $names := list $given.masterKey $given.bus (($service.postgres | default dict).secret | default $given.database) -}}
{{- if and (eq .name "gateway") $given.mail -}}
{{- $names = append $names $given.mail -}}
{{- end -}}
{{- with $given.ca -}}
{{- $names = append $names . -}}
{{- end -}}
{{- range $source := $service.envFrom -}}
{{- with $source.secretRef -}}
{{- $names = append $names .name -}}
{{- end -}}
{{- end -}}
{{- include "judgment.secretVersions" (dict "root" .root "names" $names) -}}
{{- end }}
