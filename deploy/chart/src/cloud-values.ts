import { type Unusual, deployment, inPods, ofPods, ownPostgres } from './unusual';

/** Load balancers, identities, meshes and labels, as clouds and their customers ask for them. */
export const cloudValues: Readonly<Record<string, Unusual>> = {
  'a network load balancer of AWS': {
    values: {
      service: {
        type: 'LoadBalancer',
        annotations: { 'service.beta.kubernetes.io/aws-load-balancer-type': 'external' },
        loadBalancerClass: 'service.k8s.aws/nlb',
        loadBalancerSourceRanges: ['10.0.0.0/8'],
        externalTrafficPolicy: 'Local',
      },
    },
    shows: {
      'Service judgments-judgment/spec/type': 'LoadBalancer',
      'Service judgments-judgment/spec/loadBalancerClass': 'service.k8s.aws/nlb',
      'Service judgments-judgment/spec/externalTrafficPolicy': 'Local',
      'Service judgments-judgment/metadata/annotations/service.beta.kubernetes.io~1aws-load-balancer-type': 'external',
    },
  },
  'a port of every node': {
    values: { service: { type: 'NodePort', nodePort: 30080 } },
    shows: { 'Service judgments-judgment/spec/ports/0/nodePort': 30080 },
  },
  'an ingress of GKE with its health check': {
    on: 'production',
    values: {
      service: {
        annotations: { 'cloud.google.com/neg': '{"ingress": true}', 'cloud.google.com/backend-config': '{}' },
      },
      ingress: { className: 'gce' },
    },
    shows: { 'Service judgments-judgment/metadata/annotations/cloud.google.com~1neg': '{"ingress": true}' },
  },
  'an internal load balancer of Azure': {
    values: {
      service: {
        type: 'LoadBalancer',
        annotations: { 'service.beta.kubernetes.io/azure-load-balancer-internal': 'true' },
      },
    },
    shows: {
      'Service judgments-judgment/metadata/annotations/service.beta.kubernetes.io~1azure-load-balancer-internal':
        'true',
    },
  },
  'workload identity of Azure': {
    values: {
      ...ownPostgres,
      podLabels: { 'azure.workload.identity/use': 'true' },
      serviceAccount: { annotations: { 'azure.workload.identity/client-id': 'x' } },
    },
    shows: {
      [deployment('gateway', `${ofPods}/labels/azure.workload.identity~1use`)]: 'true',
      [`Job judgments-judgment-setup${ofPods}/labels/azure.workload.identity~1use`]: 'true',
      'ServiceAccount judgments-judgment-setup/metadata/annotations/azure.workload.identity~1client-id': 'x',
      'ServiceAccount judgments-judgment/metadata/annotations/azure.workload.identity~1client-id': 'x',
    },
  },
  'a role of AWS for the service account': {
    values: { serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/judgment' } } },
    shows: {
      'ServiceAccount judgments-judgment/metadata/annotations/eks.amazonaws.com~1role-arn':
        'arn:aws:iam::1:role/judgment',
      // With the bundled Postgres set-up is no hook and uses the account of the services.
      [`Job judgments-judgment-setup-1${inPods}/serviceAccountName`]: 'judgments-judgment',
    },
  },
  'a mesh, which set-up keeps out': {
    values: {
      ...ownPostgres,
      podLabels: { 'sidecar.istio.io/inject': 'true' },
      setup: {
        podLabels: { 'sidecar.istio.io/inject': 'false' },
        podAnnotations: { 'linkerd.io/inject': 'disabled' },
      },
    },
    shows: {
      [deployment('judgments', `${ofPods}/labels/sidecar.istio.io~1inject`)]: 'true',
      [`Job judgments-judgment-setup${ofPods}/labels/sidecar.istio.io~1inject`]: 'false',
      [`Job judgments-judgment-setup${ofPods}/annotations/linkerd.io~1inject`]: 'disabled',
    },
  },
  'labels by which costs are told, of all and of one service': {
    values: {
      podLabels: { team: 'search', 'cost-center': '12' },
      services: { documents: { podLabels: { team: 'storage' }, podAnnotations: { 'example.com/owner': 'storage' } } },
    },
    shows: {
      [deployment('gateway', `${ofPods}/labels/team`)]: 'search',
      [deployment('documents', `${ofPods}/labels/team`)]: 'storage',
      [deployment('documents', `${ofPods}/labels/cost-center`)]: '12',
      [deployment('documents', `${ofPods}/annotations/example.com~1owner`)]: 'storage',
      [`StatefulSet judgments-judgment-postgres${ofPods}/labels/team`]: 'search',
    },
  },
};
