import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../harness/postgres-server.ts'
import { repositoryRoot } from '../harness/server-process.ts'

const monitoring = join(repositoryRoot, 'packaging/monitoring')
const program = '/usr/bin/prometheus'
const promtool = '/usr/bin/promtool'

export const isPrometheusInstalled = (): boolean => existsSync(program) && existsSync(promtool)

/**
 * The shipped rules with shorter times, so that a fault is seen within seconds: `for` is 2 s, windows are 30 s, and it
 * is always exchange hours. Thresholds and expressions are as shipped.
 */
export async function hastenedRules(): Promise<string> {
  const rules = await readFile(join(monitoring, 'aitai-alerts.yml'), 'utf8')
  return rules
    .replaceAll(/\bfor: \w+/g, 'for: 2s')
    .replaceAll(/\[\d+m\]/g, '[30s]')
    .replace(/(record: aitai:exchange_hours\n\s+expr: )>-\n(?:\s{10}.*\n)+/, '$1vector(1)\n')
}

/** The names of the shipped alerts. */
export const alertNames = (rules: string): string[] =>
  [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '')

/** The queries of the shipped dashboard, by panel. */
export async function dashboardQueries(): Promise<{ readonly panel: string; readonly query: string }[]> {
  const { panels } = JSON.parse(await readFile(join(monitoring, 'dashboard.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[]
  }
  return panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({ panel: title, query: expr })),
  )
}

/** Checks the shipped rules, and runs their tests. Throws with what `promtool` says. */
export async function checkShippedRules(): Promise<void> {
  await promisify(execFile)(promtool, ['check', 'rules', join(monitoring, 'aitai-alerts.yml')])
  await promisify(execFile)(promtool, ['test', 'rules', join(monitoring, 'aitai-alerts.test.yml')])
}

/** What `promtool check metrics` says of a server's page of metrics; empty if it has no objection. */
export async function metricObjections(url: string): Promise<string> {
  const page = await (await fetch(`${url}/metrics`)).text()
  const child = execFile(promtool, ['check', 'metrics'])
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: string) => {
      output += text
    })
  child.stdin?.end(page)
  await new Promise((resolve) => child.once('close', resolve))
  return output.trim()
}

/** A Prometheus of its own that scrapes servers every second and evaluates the hastened rules. */
export class Prometheus {
  readonly #url: string
  readonly #child: ChildProcess
  readonly #folder: string

  private constructor(url: string, child: ChildProcess, folder: string) {
    this.#url = url
    this.#child = child
    this.#folder = folder
  }

  /** @param targets such as `localhost:9464`. Resolves once it has scraped all of them. */
  static async start(targets: readonly string[]): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'aitai-prometheus-'))
    await writeFile(join(folder, 'rules.yml'), await hastenedRules())
    await promisify(execFile)(promtool, ['check', 'rules', join(folder, 'rules.yml')])
    const config = {
      global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
      rule_files: [join(folder, 'rules.yml')],
      scrape_configs: [{ job_name: 'aitai', static_configs: [{ targets }] }],
    }
    // JSON is YAML.
    await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config))
    const port = await freePort()
    const child = spawn(
      program,
      [
        `--config.file=${join(folder, 'prometheus.yml')}`,
        `--storage.tsdb.path=${join(folder, 'data')}`,
        `--web.listen-address=127.0.0.1:${port}`,
        '--log.level=error',
      ],
      { stdio: 'ignore' },
    )
    const prometheus = new Prometheus(`http://127.0.0.1:${port}`, child, folder)
    await prometheus.#until(async () => (await prometheus.query('up{job="aitai"} == 1')) === targets.length)
    return prometheus
  }

  /** How many series a query returns now. */
  async query(expression: string): Promise<number> {
    const { data } = await this.#get<{ result: unknown[] }>(`query?query=${encodeURIComponent(expression)}`)
    return data.result.length
  }

  /** Whether a query returns data within ten seconds: a rate needs two scrapes. */
  async answers(expression: string): Promise<boolean> {
    const giveUpAt = performance.now() + 10_000
    while ((await this.query(expression)) === 0) {
      if (performance.now() > giveUpAt) return false
      await wait(200)
    }
    return true
  }

  /** The names of the alerts that fire now. */
  async firing(): Promise<ReadonlySet<string>> {
    const { data } = await this.#get<{ alerts: { state: string; labels: { alertname: string } }[] }>('alerts')
    return new Set(
      data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
    )
  }

  /** Waits until an alert fires, or fires no more. Returns the seconds; throws after two minutes. */
  async untilFiring(alert: string, fires: boolean): Promise<number> {
    const began = performance.now()
    await this.#until(async () => (await this.firing()).has(alert) === fires)
    return (performance.now() - began) / 1_000
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.kill('SIGTERM')
    await ended
    await rm(this.#folder, { recursive: true, force: true })
  }

  async #get<T>(path: string): Promise<{ data: T }> {
    const response = await fetch(`${this.#url}/api/v1/${path}`)
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as { data: T }
  }

  async #until(isSo: () => Promise<boolean>): Promise<void> {
    const giveUpAt = performance.now() + 120_000
    while (!(await isSo().catch(() => false))) {
      if (performance.now() > giveUpAt) throw new Error('nothing after two minutes')
      await wait(200)
    }
  }
}
