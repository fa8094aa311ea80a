import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../harness/postgres-server.ts'
import { isServing } from './health-checks.ts'

/** A load balancer of this machine, with the configuration that the operations manual recommends. */
export interface InstalledBalancer {
  readonly name: 'HAProxy' | 'nginx'
  readonly isInstalled: boolean
  /** Starts it in front of three servers. */
  start(urls: readonly string[]): Promise<RunningBalancer>
}

export interface RunningBalancer {
  readonly url: string
  stop(): Promise<void>
}

const packaging = fileURLToPath(new URL('../../packaging', import.meta.url))
const [haproxy, nginx] = ['/usr/sbin/haproxy', '/usr/sbin/nginx']

export const installedBalancers: readonly InstalledBalancer[] = [
  {
    name: 'HAProxy',
    isInstalled: existsSync(haproxy),
    start: async (urls) => {
      const config = await configuration('haproxy.cfg', urls)
      return startHaproxy((port) => config.replace(/bind :443 .*/, `bind 127.0.0.1:${port}`))
    },
  },
  {
    name: 'nginx',
    isInstalled: existsSync(nginx),
    start: async (urls) => {
      const config = await configuration('nginx.conf', urls)
      return startNginx((port, folder) =>
        config
          .replace(/listen 443 .*/, `listen 127.0.0.1:${port};`)
          .replace(/ssl_.*/g, '')
          .replace('/var/log/nginx', folder),
      )
    },
  },
]

/** Starts HAProxy with a whole configuration. */
export const startHaproxy = (configOf: (port: number) => string): Promise<RunningBalancer> =>
  run(async (folder, port) => {
    const file = join(folder, 'haproxy.cfg')
    await writeFile(file, configOf(port))
    return spawn(haproxy, ['-db', '-f', file], { stdio: 'ignore' })
  })

/** Starts nginx with what its `http` block includes. */
export const startNginx = (configOf: (port: number, folder: string) => string): Promise<RunningBalancer> =>
  run(async (folder, port) => {
    const frame = `pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; events {}
      http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
      ${configOf(port, folder)} }`
    const file = join(folder, 'nginx.conf')
    await writeFile(file, frame)
    return spawn(nginx, ['-p', folder, '-c', file, '-g', 'daemon off;'], { stdio: 'ignore' })
  })

/** A configuration of the repository, with the addresses of three servers in the place of its examples. */
export async function configuration(
  file: 'haproxy.cfg' | 'nginx.conf',
  urls: readonly string[],
): Promise<string> {
  const shipped = await readFile(join(packaging, file), 'utf8')
  // Only root can change its user; HAProxy ends if it cannot.
  const config = process.getuid?.() === 0 ? shipped : shipped.replace(/^ +(user|group) haproxy\n/gm, '')
  return urls.reduce((text, url, n) => text.replaceAll(`192.0.2.1${n + 1}:8080`, new URL(url).host), config)
}

async function run(start: (folder: string, port: number) => Promise<ChildProcess>): Promise<RunningBalancer> {
  const folder = await mkdtemp(join(tmpdir(), 'aitai-balancer-'))
  const port = await freePort()
  const child = await start(folder, port)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  while (!(await isServing(url))) {
    if (child.exitCode !== null) throw new Error(`the load balancer ended with ${child.exitCode}`)
    await wait(50)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
