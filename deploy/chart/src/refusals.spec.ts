import { helm } from './render';

it.each([
  ['image.digest=latest', /does not match pattern/],
  ['service.type=ExternalName', /value must be one of 'ClusterIP', 'NodePort', 'LoadBalancer'/],
  ['service.nodePort=30080', /service\.nodePort needs service\.type NodePort or LoadBalancer/],
  ['service.externalTrafficPolicy=Local', /needs service\.type NodePort or LoadBalancer/],
  ['service.type=NodePort,service.loadBalancerClass=x', /need service\.type LoadBalancer/],
  ['podLabels.app\\.kubernetes\\.io/component=x', /podLabels must not set app\.kubernetes\.io\/component/],
  ['services.billing.podLabels.cell=x', /services\.billing\.podLabels must not set cell/],
  ['podLabels.team=two words', /does not match pattern/],
  [
    'serviceAccount.create=false,serviceAccount.annotations.a=b',
    /set serviceAccount\.create true, or annotate your own/,
  ],
  ['extraContainers[0].name=proxy', /missing property 'image'/],
  [
    'extraContainers[0].name=billing,extraContainers[0].image=x',
    /billing: a container called billing is there already/,
  ],
  ['setup.extraVolumeMounts[0].name=a,setup.extraVolumeMounts[0].mountPath=/a', /setup: no volume is called a/],
  ['secrets.ca=a,extraVolumes[0].name=certificate-authority', /a volume called certificate-authority is there already/],
  ['extraObjects[0].kind=ConfigMap', /missing properties 'apiVersion', 'metadata'|extraObjects/],
  [`fullnameOverride=${'a'.repeat(41)}`, /maxLength: got 41, want 40/],
  ['fullnameOverride=Verdicts', /does not match pattern/],
  ['setup.backoffLimit=-1', /minimum/],
  ['nats.credentials=x', /leave out nats\.tls, nats\.credentials and nats\.streams\.replicas/],
  ['services.calibration.resources.limits.memory=512Mi', /limits\.memory is 512Mi, less than 1536Mi/],
  ['services.calibration.resources.limits.memory=1600000k', /limits\.memory is 1600000k, less than 1536Mi/],
  [
    'services.billing.resources.requests.cpu=null,services.billing.autoscaling.minReplicas=1,services.billing.autoscaling.maxReplicas=2,services.billing.autoscaling.targetCpuPercent=50',
    /services\.billing\.autoscaling needs services\.billing\.resources\.requests\.cpu/,
  ],
  ['services.gateway.replicaz=2', /additional properties 'replicaz' not allowed/],
  ['services.gateway.resources.limits.memory=lots', /does not match pattern/],
  ['networkPolicy.enabled=maybe', /got string, want boolean/],
  ['gatewayApi.enabled=true', /gatewayApi\.parentRefs is needed/],
  ['ingress.enabled=true', /ingress\.host is needed/],
  ['termination.graceSeconds=45,termination.drainSeconds=45', /must hold preStopSeconds and drainSeconds/],
  [
    'services.webhooks.autoscaling.minReplicas=3,services.webhooks.autoscaling.maxReplicas=2,services.webhooks.autoscaling.targetCpuPercent=50',
    /maxReplicas must be at least minReplicas/,
  ],
])('the chart refuses %s', (value, sentence) => {
  const { status, stderr } = helm('template', 'judgments', 'helm', '--set', value);
  expect(status).not.toBe(0);
  expect(stderr).toMatch(sentence);
});
