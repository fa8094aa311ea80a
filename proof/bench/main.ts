import { execFile } from 'node:child_process'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { promisify } from 'node:util'
import type { DesksFigures } from './desks/desks.ts'
import type { FanOutFigures } from './fan-out/fan-out.ts'
import type { MarketFeedFigures } from './market-data/market-feed.ts'

/**
 * `npm run proof -- bench [-- NAME …] [--json]`: measures and prints without a pass or fail. Figures of different
 * machines or runs do not compare; the ratios do. Each measurement has its own process.
 */
const benches = {
  engine,
  latency,
  ticks,
  journal,
  desks,
  'fan-out': fanOut,
  memory,
  'market-data': marketData,
  start,
  lag,
  search,
  history,
  prices,
  weight,
} as const
type Bench = keyof typeof benches
type Row = Readonly<Record<string, number>>
/** Figures with names among them. */
type NamedRow = Readonly<Record<string, number | string>>

const selected = process.argv.slice(2).filter((arg) => arg !== '--json')
const isJson = process.argv.includes('--json')
const unknown = selected.find((name) => !Object.hasOwn(benches, name))
if (unknown) {
  console.error(`There is no bench '${unknown}': ${Object.keys(benches).join(', ')}.`)
  process.exit(2)
}

const machine = {
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: availableParallelism(),
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  /** The load of the last minute, because other work on the machine slows everything down. */
  load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
}
if (!isJson)
  console.log(
    `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, ${machine.platform}, load ${machine.load}\n`,
  )
const figures: Partial<Record<Bench, readonly NamedRow[]>> = {}
for (const name of Object.keys(benches) as Bench[]) {
  if (selected.length > 0 && !selected.includes(name)) continue
  figures[name] = await benches[name]()
}
if (isJson) console.log(JSON.stringify({ machine, ...figures }, null, 2))

/** Runs a script and reads the JSON that it prints. */
async function measured(script: string, ...args: readonly (string | number)[]): Promise<unknown> {
  // A million adverts need more than the default heap.
  const flags = ['--expose-gc', '--max-old-space-size=4096']
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, script, ...args.map(String)])
  return JSON.parse(stdout)
}

function show(title: string, rows: readonly NamedRow[]): void {
  if (isJson) return
  console.log(title)
  console.table(rows)
}

/** How the cost of a command grows with the market, compared with an order book and with the oracle. */
async function engine(): Promise<readonly Row[]> {
  const rows: Row[] = []
  const markets = [
    { liveAdverts: 1_000, securities: 4_000 },
    { liveAdverts: 10_000, securities: 4_000 },
    { liveAdverts: 10_000, securities: 40 },
    { liveAdverts: 100_000, securities: 4_000 },
    { liveAdverts: 1_000_000, securities: 4_000 },
  ]
  for (const { liveAdverts, securities } of markets) {
    const sizes = [liveAdverts, 300_000, securities]
    const row = await best('commandsPerSecond', 'proof/bench/measure.main.ts', 'engine', ...sizes)
    const base = rows[0]?.commandsPerSecond ?? row.commandsPerSecond ?? 0
    rows.push({ ...row, costToFirst: ratio(base, row.commandsPerSecond) })
  }
  show('Engine: quotes, sweeps, modifies, submits, cancels and answers', rows)
  const inserts: Row[] = []
  for (const insertsPerSweep of [100, 1]) {
    const row = await best('inserts', 'proof/bench/measure.main.ts', 'inserts', 100_000, insertsPerSweep)
    inserts.push({
      ...row,
      insertsToTheirs: ratio(row.inserts, row.theirInserts),
      cancelsToTheirs: ratio(row.cancels, row.theirCancels),
    })
  }
  show('Engine and nodejs-order-book: inserts that meet nobody, and their cancels, a second', inserts)
  const oracleRows: Row[] = []
  for (const liveAdverts of [1_000, 10_000])
    oracleRows.push((await measured('proof/bench/measure.main.ts', 'oracle', liveAdverts, 300)) as Row)
  show('Engine and oracle: the same sweep after a modify, in microseconds', oracleRows)
  return [...rows, ...inserts, ...oracleRows]
}

function ratio(a = 0, b = 0): number {
  return Math.round((a / b) * 100) / 100
}

/** The best of three, because other work on the machine only makes a run slower. */
async function best(figure: string, script: string, ...args: readonly (string | number)[]): Promise<Row> {
  const runs: Row[] = []
  for (let n = 0; n < 3; n += 1) runs.push((await measured(script, ...args)) as Row)
  return runs.reduce((a, b) => ((b[figure] ?? 0) > (a[figure] ?? 0) ? b : a))
}

/** Real server, real sockets, in milliseconds. */
async function latency(): Promise<readonly Row[]> {
  const runs = (await measured('proof/bench/measure.main.ts', 'latency')) as { pairsAtOnce: number }[]
  const rows = runs.map((run) => flat(run as unknown as Record<string, unknown>))
  show('Latency over HTTP and SockJS in ms: submit to its answer, second submit to the popups', rows)
  return rows
}

/** What the clock costs while nothing happens, with quotes of every security once a second. */
async function ticks(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const liveAdverts of [4_000, 100_000])
    rows.push((await measured('proof/bench/measure.main.ts', 'ticks', liveAdverts)) as Row)
  show('Ticks: microseconds of one without new quotes and of one with all, and percent of a core', rows)
  return rows
}

/** Durable commands compared with the bare database: SQLite, and the PostgreSQL of TEST_DATABASE_URL. */
async function journal(): Promise<readonly Row[]> {
  const what = 'commands through the command loop, and the same rows in the same commits without it'
  const rows = (await measured('proof/bench/measure.main.ts', 'journal')) as Row[]
  show(`Journal in SQLite: ${what}`, rows)
  if (!process.env.TEST_DATABASE_URL) return rows
  const onPostgres = (await measured('proof/bench/measure.main.ts', 'journal-postgres')) as Row[]
  show(`Journal in PostgreSQL: ${what}`, onPostgres)
  return [...rows, ...onPostgres]
}

/** A start on a long journal with a snapshot: 15 GB on the disk. */
async function start(): Promise<readonly Row[]> {
  const rows = [(await measured('proof/bench/measure.main.ts', 'start', 10_000_000)) as Row]
  show('Start: seconds from the start of the process until it accepts commands', rows)
  return rows
}

/** How far a follower is behind the writer, on the PostgreSQL of TEST_DATABASE_URL. */
async function lag(): Promise<readonly Row[]> {
  if (!process.env.TEST_DATABASE_URL) {
    if (!isJson) console.log('Lag of a follower: not measured, TEST_DATABASE_URL names no PostgreSQL\n')
    return []
  }
  const run = await measured('proof/bench/measure.main.ts', 'replica-lag', 5_000, 10)
  const rows = [flat(run as Record<string, unknown>)]
  show('Lag of a follower in ms: from the commit of an entry until another process has folded it', rows)
  return rows
}

/** A thousand desks of which some users trade: what each of them waits for. */
async function desks(): Promise<readonly NamedRow[]> {
  const runs = (await measured('proof/bench/measure.main.ts', 'desks')) as DesksFigures[]
  const rows = runs.map((run) => ({ database: run.database, ...flat(run) }))
  show('Desks over HTTP and SockJS in ms, of each database', rows)
  return rows
}

/** Notifications to many sockets, compared with RabbitMQ's Web STOMP. */
async function fanOut(): Promise<readonly NamedRow[]> {
  const runs = (await measured('proof/bench/measure.main.ts', 'fan-out')) as FanOutFigures[]
  const rows = runs.map((run) => {
    const theirs = runs.find((other) => other.server === 'RabbitMQ' && other.case === run.case)
    const names = { case: run.case, server: run.server }
    return {
      ...names,
      ...flat(run),
      ...(theirs ? { rateToTheirs: ratio(run.perSecond, theirs.perSecond) } : {}),
    }
  })
  const title =
    'Fan-out to 2,000 sockets: delivered a second, processor µs of the server for each, and latency in ms at 2,000 a second'
  show(
    runs.some(({ server }) => server === 'RabbitMQ') ? title : `${title} (RabbitMQ is not installed)`,
    rows,
  )
  return rows
}

/** Every security of a market once a second, from a feed to desks that show some of them. */
async function marketData(): Promise<readonly NamedRow[]> {
  const { phases, delay, ...rest } = (await measured(
    'proof/bench/measure.main.ts',
    'market-data',
  )) as MarketFeedFigures
  const rows = [...phases.map(flat), flat({ desks: rest.desks, ...delay }), flat({ ...rest })]
  show(
    'Market data: a feed of all securities once a second; times in ms, processor as a share of a core',
    rows,
  )
  return rows
}

/** What a server with many desks and many adverts holds. */
async function memory(): Promise<readonly Row[]> {
  const rows = [(await measured('proof/bench/measure.main.ts', 'memory', 2_000, 100_000)) as Row]
  show('Resident memory of a server in MiB', rows)
  return rows
}

/** The type-ahead over the securities of a whole exchange, by keystroke. */
async function search(): Promise<readonly Row[]> {
  const rows = [(await measured('proof/bench/client/equity-search.main.ts', 5_000)) as Row]
  show('Search over 5,000 securities: milliseconds by keystroke, and once to index them', rows)
  return rows
}

/**
 * The history of a long day in real Chromium on the real server, which this builds first: from the click on
 * History to the frame with the first rows, and the frames while scrolling. Without a graphics card the
 * processor draws everything, so frames are slower than on a desk.
 */
async function history(): Promise<readonly Row[]> {
  await promisify(execFile)('npm', ['run', '-s', 'build'])
  const run = (await measured('proof/bench/client/history-table.main.ts', 2_000, 9)) as History
  const { scrolled, ...opened } = run
  const paints = [flat(opened)]
  show(
    'History: ms from the click to the first rows; second time; clicked before the code has loaded',
    paints,
  )
  show(
    'History: frames per second while scrolling, ms from frame to frame, frames with a row missing',
    scrolled,
  )
  return [...paints, ...scrolled]
}

/**
 * What a desk with 100 live IOIs and moving prices costs the computer that shows it, which this builds first: the time
 * in which the chart of a day is drawn, and the processor time of the page while nobody touches it, at last with 30
 * open locates.
 */
async function prices(): Promise<readonly Row[]> {
  await promisify(execFile)('npm', ['run', '-s', 'build'])
  const rows = [flat((await measured('proof/bench/client/desk-prices.main.ts', 100, 30, 30)) as object)]
  show('Desk with 100 live IOIs: ms to draw the chart, and percent of one core', rows)
  return rows
}

/** What each page transfers with an empty cache, compressed, in KB of 1,000 bytes. */
async function weight(): Promise<readonly Row[]> {
  await promisify(execFile)('npm', ['run', '-s', 'build'])
  const rows = (await measured('proof/bench/client/page-weight.main.ts')) as Row[]
  show('Weight of a page in KB over the wire, and its files: JavaScript, styles, fonts', rows)
  return rows
}

interface History {
  readonly adverts: number
  readonly openings: number
  readonly first: Row
  readonly again: Row
  readonly atOnce: Row
  readonly scrolled: readonly Row[]
}

/** The numbers, of one level of names joined by a space. */
function flat(values: object): Row {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (typeof value === 'string') return []
      return typeof value === 'number'
        ? [[name, value]]
        : Object.entries(value as Row).map(([inner, number]) => [`${name} ${inner}`, number])
    }),
  )
}
