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
{{- /* Volumes of ours: the authority, and the credentials of the service's user, of which each service sees its own alone. */}}
{{- define "judgment.ownVolumes" -}}
{{- $volumes := list -}}
{{- with .root.Values.secrets.ca -}}
{{- $volumes = append $volumes (dict "name" "certificate-authority" "secret" (dict "secretName" .)) -}}
{{- end -}}
{{- if and .root.Values.nats.credentials (ne .name "setup") -}}
{{- $items := list (dict "key" .name "path" "user.creds") -}}
{{- $volumes = append $volumes (dict "name" "nats-credentials" "secret" (dict "secretName" .root.Values.nats.credentials "items" $items)) -}}
{{- end -}}
{{- toJson $volumes -}}
{{- end }}
{{- define "judgment.ownMounts" -}}
{{- $paths := dict "certificate-authority" "/etc/judgment/ca" "nats-credentials" "/etc/judgment/nats" -}}
{{- $mounts := list -}}
{{- range $volume := include "judgment.ownVolumes" . | fromYamlArray -}}
{{- $mounts = append $mounts (dict "name" $volume.name "mountPath" (get $paths $volume.name) "readOnly" true) -}}
{{- end -}}
{{- toJson $mounts -}}
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
{{- $names := list $given.masterKey (.root.Values.nats.credentials | default $given.bus) (($service.postgres | default dict).secret | default $given.database) -}}
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
