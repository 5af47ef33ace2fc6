import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const digest = /@sha256:[0-9a-f]{64}$/u

interface Service {
  image?: string
  build?: object
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  privileged?: boolean
  ports?: string[]
  networks?: string[]
  environment?: Record<string, string | number>
  command?: string
}

const compose: {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
} = parse(read('docker-compose.yml'), { merge: true })
const services = Object.entries(compose.services)

describe('docker-compose.yml', () => {
  it.each(services)('%s is hardened, and its image is pinned by digest or built here', (_name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(service.privileged ?? false).toBe(false)
    expect(service.build === undefined ? service.image : '@sha256:'.padEnd(72, '0')).toMatch(digest)
    // Our own image names its user itself.
    expect(service.build === undefined ? service.user : '1000').toMatch(/^[1-9]\d*(?::[1-9]\d*)?$/u)
  })

  it('gives Redis a password, and the instances the same one', () => {
    const { redis, 'api-1': instance } = compose.services
    expect(redis?.environment?.['REDISCLI_AUTH']).toMatch(/^\$\{REDIS_PASSWORD:\?/u)
    expect(redis?.command).toContain('requirepass')
    expect(instance?.environment?.['REDIS_URL']).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@/u)
  })

  it('opens one port, of nginx, and keeps the stores in a network of their own', () => {
    expect(services.flatMap(([name, { ports = [] }]) => ports.map(() => name))).toEqual(['nginx'])
    expect(compose.networks['data']?.internal).toBe(true)
    for (const store of ['postgres', 'redis']) expect(compose.services[store]?.networks).toEqual(['data'])
    expect(compose.services['nginx']?.networks).toEqual(['edge'])
  })
})

describe('deploy/Dockerfile', () => {
  it('starts from images that are pinned by digest, and runs as nobody special', () => {
    const lines = read('deploy/Dockerfile').split('\n')
    const bases = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1])
    expect(bases).toHaveLength(2)
    for (const base of bases) expect(base).toMatch(digest)
    expect(lines).toContain('USER node')
  })

  it('has the PostgreSQL client of the server’s version, without which no backup is made', () => {
    const server = /^postgres:(\d+)-/u.exec(compose.services['postgres']?.image ?? '')?.[1]
    expect(server).toBeDefined()
    expect(read('deploy/Dockerfile')).toContain(` postgresql-client-${server} `)
  })
})

describe('deploy/kubernetes', () => {
  const documents = globSync('deploy/kubernetes/*.yaml', { cwd: root }).flatMap((file) =>
    parseAllDocuments(read(file)).map((document): Record<string, unknown> => document.toJS()),
  )
  const ofKind = (kind: string) => documents.filter((each) => each['kind'] === kind)

  it('passes uploads of 100 MB and long policy headers', () => {
    expect(ofKind('Ingress')).toMatchObject([
      {
        metadata: {
          annotations: {
            'nginx.ingress.kubernetes.io/proxy-body-size': '101m',
            'nginx.ingress.kubernetes.io/proxy-buffer-size': '32k',
          },
        },
      },
    ])
  })

  it('leaves the digest of our own image to its operator, and hardens pods and containers', () => {
    expect(ofKind('Deployment')).toHaveLength(1)
    for (const deployment of ofKind('Deployment')) {
      expect(deployment).toMatchObject({
        spec: {
          template: {
            spec: {
              automountServiceAccountToken: false,
              securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
              containers: [
                {
                  image: 'REGISTRY/org-api@sha256:DIGEST',
                  securityContext: {
                    allowPrivilegeEscalation: false,
                    privileged: false,
                    readOnlyRootFilesystem: true,
                    capabilities: { drop: ['ALL'] },
                  },
                },
              ],
            },
          },
        },
      })
    }
  })

  it('names an image that no cluster accepts until its operator replaces it', () => {
    const [reference = ''] = /(?<=image: )\S+/u.exec(read('deploy/kubernetes/api.yaml')) ?? []
    // The grammar of references: a lower-case repository, and a digest of hexadecimal digits.
    expect(reference).not.toMatch(/^[a-z0-9.:/_-]+@sha256:[0-9a-f]{64}$/u)
    expect(read('docs/running-in-production.md')).toContain(reference)
  })

  it('lets the monitoring alone read metrics', () => {
    expect(ofKind('NetworkPolicy')).toMatchObject([
      {
        spec: {
          podSelector: { matchLabels: { app: 'org-api' } },
          policyTypes: ['Ingress'],
          ingress: [
            { from: [{ namespaceSelector: {} }], ports: [{ port: 'http' }] },
            {
              from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }],
              ports: [{ port: 'metrics' }],
            },
          ],
        },
      },
    ])
  })
})

interface Workflow {
  permissions?: Record<string, string>
  jobs: Record<string, { permissions?: Record<string, string>; steps: Step[] }>
}

interface Step {
  uses?: string
  run?: string
  with?: Record<string, string>
}

describe('.github/workflows', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file): [string, Workflow] => [
    file,
    parse(read(file)),
  ])

  it.each(workflows)('%s pins every action by commit', (_file, { jobs }) => {
    const uses = Object.values(jobs).flatMap(({ steps }) => steps.flatMap((step) => step.uses ?? []))
    expect(uses.filter((each) => !/@[0-9a-f]{40}$/u.test(each))).toEqual([])
  })

  it.each(workflows)('%s takes builds alone from the job that ran the tests', (_file, { jobs }) => {
    const downloads = Object.values(jobs).flatMap(({ steps }) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/download-artifact@')),
    )
    // A folder of its own: files beside the builds reach no package.
    expect(downloads.map((step) => step.with)).toEqual([{ name: 'builds', path: 'builds' }])
  })

  it.each(workflows)('%s gives a token to no job that runs code of the repository', (_file, workflow) => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const trusted = Object.values(workflow.jobs).filter(
      ({ permissions }) => permissions?.['id-token'] === 'write',
    )
    const commands = trusted.flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    expect(trusted).toHaveLength(1)
    expect(commands).toEqual([
      'cp -r --parents */dist ../packages',
      expect.stringMatching(
        /^npx -y pnpm@[\d.]+ --filter '\.\/packages\/\*' publish .*--provenance .*--ignore-scripts$/u,
      ),
    ])
  })
})
