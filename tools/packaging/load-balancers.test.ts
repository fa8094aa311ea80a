import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { get, type RequestOptions } from 'node:https'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, type SecureVersion } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

const packaging = fileURLToPath(new URL('../../packaging', import.meta.url))
const run = promisify(execFile)
const isRoot = process.getuid?.() === 0

/** What a test replaces in a shipped file; each must occur in it. */
type Replacements = readonly (readonly [shipped: string, tested: string])[]

interface Prepared {
  readonly folder: string
  readonly port: number
  /** The configuration for the program, with the addresses and the certificate of the test. */
  readonly file: string
}

interface Balancer {
  readonly name: 'HAProxy' | 'nginx'
  readonly program: string
  readonly shipped: string
  readonly listens: (port: number) => readonly [string, string]
  /** Where the shipped file expects what is in the folder of a test. */
  readonly paths: (folder: string) => Replacements
  /** The program's main configuration, if the shipped file is only a part of it. */
  readonly frame: ((folder: string, file: string) => string) | null
  readonly checks: (file: string) => readonly string[]
  readonly runs: (file: string) => readonly string[]
  /** Budgets so small that a test can exceed them: three requests, two connections. */
  readonly fewRequests: Replacements
  readonly fewConnections: Replacements
}

const balancers: readonly Balancer[] = [
  {
    name: 'HAProxy',
    program: '/usr/sbin/haproxy',
    shipped: 'haproxy.cfg',
    listens: (port) => ['bind :443', `bind 127.0.0.1:${port}`],
    paths: (folder) => [
      ['/etc/haproxy/desk.pem', join(folder, 'both.pem')],
      // Only root can change its user; HAProxy ends if it cannot.
      ...(isRoot ? [] : [['    user haproxy\n    group haproxy\n', ''] as const]),
    ],
    frame: null,
    checks: (file) => ['-c', '-dW', '-f', file],
    runs: (file) => ['-db', '-f', file],
    fewRequests: [['sc0_http_req_rate gt 5000', 'sc0_http_req_rate gt 3']],
    fewConnections: [['sc0_conn_cur gt 1000', 'sc0_conn_cur gt 2']],
  },
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    shipped: 'nginx.conf',
    listens: (port) => ['listen 443', `listen 127.0.0.1:${port}`],
    paths: (folder) => [
      ['/etc/nginx/desk.crt', join(folder, 'crt.pem')],
      ['/etc/nginx/desk.key', join(folder, 'key.pem')],
      ['/var/log/nginx/aitai.log', join(folder, 'access.log')],
    ],
    frame: (folder, file) => `pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
      daemon off; events {} http { client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s; include ${file}; }`,
    checks: (file) => ['-t', '-c', file],
    runs: (file) => ['-c', file],
    fewRequests: [
      ['rate=500r/s', 'rate=1r/m'],
      ['burst=4500', 'burst=2'],
    ],
    fewConnections: [['limit_conn aitai_connections 1000', 'limit_conn aitai_connections 2']],
  },
]

/** The shipped file with the addresses of a test, and a certificate that it may use. */
async function prepare(balancer: Balancer, upstream: number, replacements: Replacements): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-balancer-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [key, crt] = [join(folder, 'key.pem'), join(folder, 'crt.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  await run('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', crt, '-subj', '/CN=desk.example'])
  await writeFile(join(folder, 'both.pem'), (await readFile(crt, 'utf8')) + (await readFile(key, 'utf8')))

  const port = await freePort()
  let text = await readFile(join(packaging, balancer.shipped), 'utf8')
  for (const [shipped, tested] of [
    balancer.listens(port),
    ...balancer.paths(folder),
    ...[1, 2, 3].map((n) => [`192.0.2.1${n}:8080`, `127.0.0.1:${upstream}`] as const),
    ...replacements,
  ]) {
    expect(text).toContain(shipped)
    text = text.replaceAll(shipped, tested)
  }
  const file = join(folder, balancer.shipped)
  await writeFile(file, text)
  if (!balancer.frame) return { folder, port, file }
  const framed = join(folder, 'frame.conf')
  await writeFile(framed, balancer.frame(folder, file))
  return { folder, port, file: framed }
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

interface Upstream {
  readonly port: number
  /** How many requests to `/slow` wait for a reply. */
  readonly waiting: () => number
  readonly stop: () => void
}

/** The security headers that a server sends, and load balancers with their own replies. */
const securityHeaders = {
  'content-security-policy': "default-src 'none'; script-src 'self'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const

/** Answers everything except `/slow`, which it never answers. */
async function startUpstream(): Promise<Upstream> {
  let waiting = 0
  const server = createServer(({ url }, response) => {
    if (url === '/slow') waiting += 1
    else response.writeHead(200, { ...securityHeaders, 'content-type': 'text/plain' }).end('served')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = (): void => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(stop)
  return { port: (server.address() as AddressInfo).port, waiting: () => waiting, stop }
}

interface Running {
  readonly pid: number
  readonly port: number
  readonly upstream: Upstream
  /** Access and error logs. */
  readonly logs: () => Promise<string>
}

async function start(balancer: Balancer, replacements: Replacements = []): Promise<Running> {
  const upstream = await startUpstream()
  const prepared = await prepare(balancer, upstream.port, replacements)
  const { folder, port, file } = prepared
  const child = spawn(balancer.program, balancer.runs(file), { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => stop(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  await vi.waitFor(() => connects(port), { timeout: 10_000 }).catch(() => Promise.reject(new Error(output)))
  const logs = async () => {
    const files = ['access.log', 'error.log'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => ''),
    )
    return output + (await Promise.all(files)).join('')
  }
  return { pid: child.pid ?? 0, port, upstream, logs }
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function connects(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}

/** The status of a reply, or the error of a connection that was refused. Keeps its connection open until the end. */
async function request(port: number, path: string, options: RequestOptions = {}): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = get({ host: '127.0.0.1', port, path, rejectUnauthorized: false, ...options }, (reply) => {
      reply.resume()
      reply.once('end', () => resolve(reply.statusCode ?? 0))
    })
    sent.once('error', ({ message }) => resolve(message))
    onTestFinished(() => void sent.destroy())
  })
}

/** The status, the security headers (both values of one that comes twice) and the type of a reply with a body. */
async function repliedHeaders(port: number, path: string) {
  return new Promise<{ status: number; sent: Record<string, string | undefined>; type: string | null }>(
    (resolve, reject) => {
      const sent = get({ host: '127.0.0.1', port, path, rejectUnauthorized: false }, (reply) => {
        let size = 0
        reply.on('data', (bytes: Buffer) => (size += bytes.length))
        const { statusCode = 0, headersDistinct, headers } = reply
        const names = Object.keys(securityHeaders)
        const values = names.map((name) => [name, headersDistinct[name]?.join(' and ')])
        reply.once('end', () => {
          const type = size > 0 ? (headers['content-type'] ?? '') : null
          resolve({ status: statusCode, sent: Object.fromEntries(values), type })
        })
      })
      sent.once('error', reject)
      onTestFinished(() => void sent.destroy())
    },
  )
}

/** The negotiated version, or null for a handshake that fails. The client accepts what it offers at any strength. */
async function handshake(port: number, version: SecureVersion, ciphers = 'ALL'): Promise<string | null> {
  const socket = connectTls({
    ...{ host: '127.0.0.1', port, rejectUnauthorized: false },
    ...{ minVersion: version, maxVersion: version, ciphers: `${ciphers}@SECLEVEL=0` },
  })
  try {
    await once(socket, 'secureConnect')
    return socket.getProtocol()
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

describe.each(balancers)('the shipped configuration of $name', (balancer) => {
  const isInstalled = existsSync(balancer.program)

  test.runIf(isInstalled)('is valid and causes no warning', async () => {
    const { file } = await prepare(balancer, 8080, [])
    const { stderr } = await run(balancer.program, [...balancer.checks(file)])
    expect(stderr).not.toMatch(/warn|emerg|alert/i)
  })

  test.runIf(isInstalled)(
    'accepts TLS 1.2 and 1.3 with forward secrecy and authenticated encryption only',
    async () => {
      const { port } = await start(balancer)

      expect(await handshake(port, 'TLSv1.3')).toBe('TLSv1.3')
      expect(await handshake(port, 'TLSv1.2')).toBe('TLSv1.2')
      expect(await handshake(port, 'TLSv1.2', 'ECDHE-ECDSA-AES128-GCM-SHA256')).toBe('TLSv1.2')
      expect(await handshake(port, 'TLSv1.2', 'ECDHE-ECDSA-AES128-SHA')).toBeNull()
      expect(await handshake(port, 'TLSv1.2', 'ECDHE-ECDSA-AES256-SHA384')).toBeNull()
      expect(await handshake(port, 'TLSv1.1')).toBeNull()
    },
  )

  test.runIf(isInstalled)('passes on the security headers of a server, and sends its own', async () => {
    const { port, upstream } = await start(balancer)
    expect(await repliedHeaders(port, '/')).toMatchObject({ status: 200, sent: securityHeaders })

    const policy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; object-src 'none'"
    const own = { ...securityHeaders, 'content-security-policy': policy }
    expect(await repliedHeaders(port, '/metrics')).toMatchObject({ status: 404, sent: own })
    upstream.stop()
    const { status, sent, type } = await repliedHeaders(port, '/')
    expect(status).toBeGreaterThan(500)
    expect(sent).toEqual(own)
    expect(type).toBe('text/html; charset=utf-8')
  })

  test.runIf(isInstalled)('logs no path and no query of a call, also when no server answers', async () => {
    const { port, logs, upstream } = await start(balancer)
    const paths = [
      '/api/password/forgot-password/hidden@alder.example',
      '/api/password/get-password-reset-token-status/ioi_r_hidden',
      '/api/pass%77ord/forgot-password/hidden@alder.example',
      '/reset-password?resetToken=ioi_r_hidden',
      '/api/advert/pause-advert/hidden',
    ]
    const headers = { referer: 'https://desk.example/reset-password?resetToken=ioi_r_hidden' }
    for (const path of paths) expect(await request(port, path, { headers })).toBe(200)
    upstream.stop()
    expect(await request(port, paths[0] ?? '', { headers })).toBeGreaterThan(500)

    await vi.waitFor(async () => expect((await logs()).match(/"GET [^"]+"/g)).toHaveLength(6))
    expect((await logs()).match(/"GET [^"]+"/g)?.toSorted()).toEqual([
      ...Array(5).fill('"GET /api/- HTTP/1.1"'),
      '"GET /reset-password HTTP/1.1"',
    ])
    expect(await logs()).not.toContain('hidden')
  })

  test.runIf(isInstalled)(
    'refuses requests beyond the rate of an address, and those of no other address',
    async () => {
      const { port } = await start(balancer, balancer.fewRequests)
      const statuses = []
      for (let n = 0; n < 5; n += 1) statuses.push(await request(port, '/'))

      expect(statuses).toEqual([200, 200, 200, 429, 429])
      expect(await request(port, '/', { localAddress: '127.0.0.2' })).toBe(200)
    },
  )

  test.runIf(isInstalled)('refuses connections beyond the number of an address', async () => {
    const { port, upstream } = await start(balancer, balancer.fewConnections)
    for (const count of [1, 2])
      await vi.waitFor(async () => {
        // Refused while the connection that has waited for the start is not closed yet.
        const refused = request(port, '/slow', { agent: false })
        const waits = vi.waitUntil(() => upstream.waiting() === count)
        await Promise.race([waits, refused.then((reply) => Promise.reject(new Error(`${reply}`)))])
      })

    expect(await request(port, '/', { agent: false })).toSatisfy(
      (refused) => refused === 429 || /hang up|reset|disconnected/i.test(String(refused)),
    )
    expect(await request(port, '/', { agent: false, localAddress: '127.0.0.2' })).toBe(200)
    expect(upstream.waiting()).toBe(2)
  })
})

const [haproxy, nginx] = balancers as [Balancer, Balancer]

test.runIf(existsSync(haproxy.program) && isRoot)(
  "HAProxy serves as the user of Debian's package, with no right of root",
  async () => {
    const { pid, port } = await start(haproxy)
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'haproxy'])))

    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    // Real, effective, saved and of the file system.
    const four = (id = '') => Array(4).fill(id.trim()).join('\t')
    expect(status).toContain(`\nUid:\t${four(uid?.stdout)}\n`)
    expect(status).toContain(`\nGid:\t${four(gid?.stdout)}\n`)
    expect(status).toMatch(/\nCapEff:\t0+\n/)
    expect(await request(port, '/')).toBe(200)
  },
)

test.runIf(existsSync(haproxy.program))(
  'HAProxy refuses new connections beyond the rate of an address',
  async () => {
    const { port } = await start(haproxy, [['sc0_conn_rate gt 400', 'sc0_conn_rate gt 4']])
    // The start has connected once or more.
    const results = []
    for (let n = 0; n < 5; n += 1) results.push(await request(port, '/', { agent: false }))

    expect(results[0]).toBe(200)
    expect(results.at(-1)).toSatisfy((refused) => /hang up|reset|disconnected/i.test(String(refused)))
    expect(await request(port, '/', { localAddress: '127.0.0.2' })).toBe(200)
  },
)

test.runIf(existsSync(nginx.program))('nginx counts an IPv6 /64 as one address', async () => {
  // As behind another proxy, which states the addresses of clients.
  const { port } = await start(nginx, [
    ...nginx.fewRequests,
    ['ssl http2;', 'ssl http2 proxy_protocol;'],
    ['server_name desk.example;', 'set_real_ip_from 127.0.0.1; real_ip_header proxy_protocol;'],
  ])
  const requestFrom = async (address: string) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    await new Promise((sent) => socket.write(`PROXY TCP6 ${address} 2001:db8:ffff::1 40000 443\r\n`, sent))
    const createConnection = () => connectTls({ socket, rejectUnauthorized: false })
    return request(port, '/', { createConnection })
  }
  const statuses = []
  for (let n = 1; n <= 4; n += 1) statuses.push(await requestFrom(`2001:db8:1:2:${n}::${n}`))

  expect(statuses).toEqual([200, 200, 200, 429])
  expect(await requestFrom('2001:db8:1:3::1')).toBe(200)
})
