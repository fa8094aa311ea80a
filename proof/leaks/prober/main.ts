import { type BasketResult, measureBasket } from './honest-basket.ts'
import {
  allOff,
  allOn,
  asBefore,
  type Defence,
  measureProber,
  oneOff,
  otherReports,
  type ProberResult,
} from './prober.ts'
import { type Bounds, oracles, type Strategy, strategies } from './strategies.ts'

/**
 * `node proof/leaks/prober/main.ts [--quick]`: what a prober learns in a day and what it costs, for each strategy,
 * and with each defence switched off in turn; and what the defences cost an honest basket. Exits with 1 if a strategy
 * is over its bounds, if it reaches no more than twice as much without any defence, or if the basket is stopped.
 */
const seeds = Array.from({ length: Number(process.env.SEEDS || 3) }, (_, i) => i + 1)

/**
 * Who accepts and walks away finds more IOIs than others: a locate that the other side declines costs the accepting
 * side nothing and scores 100 (docs/operations/threats.md). Its single days differ much, so the limit is on the mean
 * of many, three standard errors above what was measured.
 */
const limitOfAccepting: Bounds = { foundPerTrader: 17, perSecurity: 4, rating: 54 }
const daysOfAccepting = 24
/** A broker confirms within two minutes, so the basket may not be stopped for longer. */
const longestStopMs = 2 * 60_000

const columns: readonly (readonly [title: string, of: (result: ProberResult) => string | number])[] = [
  ['found', (result) => result.foundPerTrader],
  ['in one name', (result) => result.perSecurity],
  ['looks', (result) => result.looks],
  ['size, %', (result) => result.sizeLearnedPercent],
  ['filters', (result) => result.filterAnswers],
  ['steps an hour', (result) => result.stepsPerHour],
  ['agreements', (result) => result.agreements],
  ['rating', (result) => result.rating],
  ['named', (result) => (result.isNamed ? 'yes' : 'no')],
  ['others stopped', (result) => result.stoppedVictims],
  ['last, min', (result) => result.lastLocateMinute ?? '-'],
]

const print = (line: string): boolean => process.stdout.write(`${line}\n`)
function fail(line: string): void {
  print(`  ${line}`)
  process.exitCode = 1
}

/** What a strategy is after: the first of its bounds. */
const aimOf = ({ bounds }: Strategy): keyof Bounds => Object.keys(bounds)[0] as keyof Bounds

/** The day on which a strategy reached most of what it is after. */
const worst = (strategy: Strategy, results: readonly ProberResult[]): ProberResult =>
  results.reduce((a, b) => (b[aimOf(strategy)] > a[aimOf(strategy)] ? b : a))

const isOver = (result: Required<Bounds>, bounds: Bounds): boolean =>
  Object.entries(bounds).some(([figure, most]) => result[figure as keyof Bounds] > most)

const keysOfBounds = [
  'foundPerTrader',
  'perSecurity',
  'looks',
  'agreements',
  'stepsPerHour',
  'rating',
] as const

/** The means over many days of a strategy that accepts, with all defences. */
function meansOfAccepting(strategy: Strategy): Required<Bounds> {
  const days = Array.from({ length: daysOfAccepting }, (_, i) => measureProber(strategy, allOn, i + 1))
  const meanOf = (of: keyof Bounds): number => days.reduce((sum, day) => sum + day[of], 0) / days.length
  return Object.fromEntries(keysOfBounds.map((key) => [key, meanOf(key)])) as Required<Bounds>
}

/** What each strategy reached with all defences. */
const reached = new Map<Strategy, number>()

function checkDefended(strategy: Strategy, results: readonly ProberResult[], shown: ProberResult): void {
  reached.set(strategy, shown[aimOf(strategy)])
  const over = results.filter((result) => isOver(result, strategy.bounds)).length
  if (over > 0) fail(`${strategy.name}: over its bounds on ${over} of ${results.length} days`)
  if (results.some(({ looks, isNamed }) => looks >= 3 && !isNamed)) fail(`${strategy.name}: not named`)
  if (!strategy.walksAway) return
  const means = meansOfAccepting(strategy)
  const [found, inName, rating] = [means.foundPerTrader, means.perSecurity, means.rating].map((mean) =>
    mean.toFixed(1),
  )
  print(`  on the mean of ${daysOfAccepting} days ${found} found, ${inName} in one name, rating ${rating}`)
  if (isOver(means, limitOfAccepting)) fail(`${strategy.name}: over its limit on the mean`)
}

function compare(defence: Defence, compared: readonly Strategy[]): void {
  print(`\n${defence.name}`)
  print(`  ${'strategy'.padEnd(32)}${columns.map(([title]) => title.padStart(15)).join('')}`)
  for (const strategy of compared) {
    const results = seeds.map((seed) => measureProber(strategy, defence, seed))
    const shown = worst(strategy, results)
    print(`  ${strategy.name.padEnd(32)}${columns.map(([, of]) => String(of(shown)).padStart(15)).join('')}`)
    if (defence === allOn) checkDefended(strategy, results, shown)
    // A venue in which nothing can be found would pass all bounds.
    if (
      defence === allOff &&
      !strategy.isActive &&
      shown[aimOf(strategy)] <= 2 * (reached.get(strategy) ?? 0)
    )
      fail(`${strategy.name}: reaches no more than twice as much without defences`)
  }
}

const minutes = (ms: number): string => (ms / 60_000).toFixed(1)

/** What the newer defences cost somebody who trades: both runs have the same contras at the same times. */
function compareBaskets(seed: number): void {
  const before = measureBasket(asBefore.limits, seed)
  const now = measureBasket({}, seed)
  const delays = [...before.locatedAt].map(([name, at]) => (now.locatedAt.get(name) ?? Number.NaN) - at)
  const lost = delays.filter(Number.isNaN).length
  const late = delays.filter((delay) => delay > 2_000)
  const countsOf = ({ locates, agreements }: BasketResult): string =>
    `${locates} locates, ${agreements} agreements`
  print(
    `  day ${seed}: ${countsOf(now)} (${countsOf(before)} without the newer defences); ${lost} lost, ${late.length} later, by ${minutes(Math.max(0, ...late))} min at most; stopped by open handovers for ${minutes(now.stoppedMs)} min, ${minutes(now.longestStopMs)} at a time; named: ${now.isNamed ? 'yes' : 'no'}`,
  )
  if (now.longestStopMs > longestStopMs || now.isNamed)
    fail('the basket is stopped for longer, or looks like probing')
}

const isQuick = process.argv.includes('--quick')
print(`${seeds.length} days each, of which the worst is shown; all figures are of one day`)
compare(allOn, [...strategies, ...oracles])
if (!isQuick) {
  for (const defence of oneOff) compare(defence, strategies)
  for (const defence of otherReports)
    compare(
      defence,
      strategies.filter(({ walksAway }) => walksAway),
    )
}
compare(allOff, isQuick ? strategies : [...strategies, ...oracles])
print('\nan honest basket of 60 IOIs')
for (const seed of seeds) compareBaskets(seed)
