{{- /*
Memory that calibration needs, in MiB: a fit or report that it computes may take a heap of 1 GiB in a thread of its own. A
container with less is killed before that bound ends the task with a sentence, and the task is tried again.
*/}}
{{- define "judgment.calibrationMib" -}}
{{- $threads := (.env | default dict).COMPUTE_THREADS | default "1" -}}
{{- add 512 (mul 1024 (int (ternary $threads "1" (kindIs "string" $threads)))) -}}
{{- end }}
{{- /* A quantity of memory in MiB, rounded down. */}}
{{- define "judgment.mib" -}}
{{- $units := dict "Ki" 1024.0 "Mi" 1048576.0 "Gi" 1073741824.0 "Ti" 1099511627776.0 "k" 1000.0 "M" 1000000.0 "G" 1000000000.0 "T" 1000000000000.0 "" 1.0 -}}
{{- $number := regexFind "^[0-9.]+" . -}}
{{- divf (mulf $number (get $units (trimPrefix $number .))) 1048576 | floor | int64 -}}
{{- end }}
{{- /* Resources of a service's container; `name` and `service`. */}}
{{- define "judgment.resources" -}}
{{- $resources := deepCopy (.service.resources | default dict) -}}
{{- if eq .name "calibration" -}}
{{- $least := include "judgment.calibrationMib" .service -}}
{{- $limits := $resources.limits | default dict -}}
{{- if not $limits.memory -}}
{{- $_ := set $limits "memory" (printf "%sMi" $least) -}}
{{- else if lt (include "judgment.mib" (toString $limits.memory) | int64) (int64 $least) -}}
{{- fail (printf "services.calibration.resources.limits.memory is %v, less than %sMi: 512 MiB, and 1 GiB for each of COMPUTE_THREADS; leave it out, and it follows" $limits.memory $least) -}}
{{- end -}}
{{- $_ := set $resources "limits" $limits -}}
{{- end -}}
{{- toYaml $resources -}}
{{- end }}
