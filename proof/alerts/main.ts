import { setTimeout as wait } from 'node:timers/promises'
import { clusterSituation } from './cluster.ts'
import { embeddedSituation } from './embedded.ts'
import {
  alertNames,
  checkShippedRules,
  dashboardQueries,
  hastenedRules,
  isPrometheusInstalled,
  metricObjections,
} from './prometheus.ts'
import type { Situation } from './situation.ts'

/**
 * Causes every fault that a shipped alert names on real servers, and waits until a real Prometheus with the shipped
 * rules, hastened, fires it and, if the fault can end, fires it no more. Before, while nothing is wrong, no alert may
 * fire, `promtool` must have no objection to the metrics, and each query of the shipped dashboard must return data in
 * one of the situations. Needs root, Prometheus and PostgreSQL. Exits with 1 if anything is otherwise.
 *
 * With `--quick` it causes no fault, on one server without a disk of its own, and needs neither root nor PostgreSQL.
 */
const isQuick = process.argv.includes('--quick')
/** The panels that show nothing of one server with its embedded database. */
const ofSeveralServers: readonly string[] = ['Standbys', 'Age of the archive']
const quietMs = 15_000

const faults: string[] = []
const fired = new Set<string>()
const queries = await dashboardQueries()
const answered = new Set<string>()

async function examine(open: () => Promise<Situation>): Promise<void> {
  const situation = await open()
  const { name, prometheus } = situation
  process.stdout.write(`\n${name}\n`)
  try {
    await situation.use()
    for (const url of situation.metricsUrls) {
      const objections = await metricObjections(url)
      if (objections !== '') faults.push(`${name}: promtool check metrics: ${objections}`)
    }
    await wait(quietMs)
    for (const alert of await prometheus.firing()) faults.push(`${name}: ${alert} fires without a fault`)
    for (const { panel, query } of queries) if ((await prometheus.query(query)) > 0) answered.add(panel)
    for (const { alert, cause, begin, end } of situation.faults) {
      process.stdout.write(`  ${alert.padEnd(24)} ${cause}: `)
      const began = performance.now()
      await begin()
      await prometheus.untilFiring(alert, true)
      process.stdout.write(`fires after ${((performance.now() - began) / 1_000).toFixed(1)} s`)
      fired.add(alert)
      await end?.()
      const over = end ? `${(await prometheus.untilFiring(alert, false)).toFixed(1)} s` : 'not in this run'
      process.stdout.write(`, over after ${over}\n`)
    }
  } finally {
    await situation.close()
  }
}

/** Waits until each query of the dashboard that one server can answer returns data, while no alert fires. */
async function examineQuickly(): Promise<void> {
  await checkShippedRules()
  const { prometheus, ...situation } = await embeddedSituation({ hasOwnDisk: false })
  try {
    await situation.use()
    for (const url of situation.metricsUrls) {
      const objections = await metricObjections(url)
      if (objections !== '') faults.push(`promtool check metrics: ${objections}`)
    }
    for (const { panel, query } of queries.filter(({ panel }) => !ofSeveralServers.includes(panel))) {
      const isAnswered = await prometheus.answers(query)
      if (!isAnswered) faults.push(`the panel "${panel}" has no data`)
    }
    for (const alert of await prometheus.firing()) faults.push(`${alert} fires without a fault`)
  } finally {
    await situation.close()
  }
}

if (isQuick && isPrometheusInstalled()) {
  await examineQuickly().catch((error: Error) => faults.push(error.message))
  for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`)
  process.stdout.write(`${queries.length - ofSeveralServers.length} queries of the dashboard\n`)
  process.exit(faults.length > 0 ? 1 : 0)
}
if (!isPrometheusInstalled() || process.getuid?.() !== 0) {
  console.log('Not run: needs root, and on Debian: apt-get install prometheus postgresql')
  process.exit(process.env.CI ? 1 : 0)
}
for (const open of [embeddedSituation, clusterSituation])
  await examine(open).catch((error: Error) => faults.push(error.message))
for (const alert of alertNames(await hastenedRules()))
  if (!fired.has(alert)) faults.push(`${alert} never fired`)
for (const { panel } of queries) if (!answered.has(panel)) faults.push(`the panel "${panel}" has no data`)
process.stdout.write(
  `\n${fired.size} alerts fired by their causes, ${queries.length} queries of the dashboard\n`,
)
for (const fault of faults) process.stdout.write(`FAULT: ${fault}\n`)
process.exit(faults.length > 0 ? 1 : 0)
