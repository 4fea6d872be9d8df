{{- /* Labels by which services, policies, budgets and Prometheus find pods are not for values to set. */}}
{{- define "judgment.refusedLabels" -}}
{{- $where := .where -}}
{{- range $label, $_ := .labels -}}
{{- if or (hasPrefix "app.kubernetes.io/" $label) (hasPrefix "helm.sh/" $label) (eq $label "cell") -}}
{{- fail (printf "%s must not set %s: the chart sets it, and finds pods by it" $where $label) -}}
{{- end -}}
{{- end -}}
{{- end }}
{{- /* Kubernetes takes each name once in a pod, and a mount needs its volume. */}}
{{- define "judgment.refusedExtras" -}}
{{- $where := .where -}}
{{- $containers := list .main -}}
{{- range .containers -}}
{{- if has .name $containers -}}
{{- fail (printf "%s: a container called %s is there already; give the extra one another name" $where .name) -}}
{{- end -}}
{{- $containers = append $containers .name -}}
{{- end -}}
{{- $volumes := list -}}
{{- range .taken -}}
{{- $volumes = append $volumes .name -}}
{{- end -}}
{{- range .volumes -}}
{{- if has .name $volumes -}}
{{- fail (printf "%s: a volume called %s is there already; give the extra one another name" $where .name) -}}
{{- end -}}
{{- $volumes = append $volumes .name -}}
{{- end -}}
{{- range .mounts -}}
{{- if not (has .name $volumes) -}}
{{- fail (printf "%s: no volume is called %s, which is mounted at %s; add it to the volumes" $where .name .mountPath) -}}
{{- end -}}
{{- end -}}
{{- end }}
