import {
  allOff,
  allOn,
  type Defence,
  measureProber,
  oneOff,
  otherReports,
  type ProberResult,
} from './prober.ts'
import { type Strategy, strategies } from './strategies.ts'

/**
 * `node proof/leaks/prober/main.ts [--quick]`: what a prober learns in a day and what it costs, for each strategy,
 * and with each defence switched off in turn. Says which strategies are over the bar. Exits with 1 if one is over its
 * limit, or if it finds no more than twice as many IOIs without any defence.
 */
const seeds = Array.from({ length: Number(process.env.SEEDS || 3) }, (_, i) => i + 1)

/** The most that a strategy may find, and the highest rating that it may keep. */
type Bounds = Pick<ProberResult, 'foundPerTrader' | 'perSecurity' | 'rating'>
const bar: Bounds = { foundPerTrader: 10, perSecurity: 3, rating: 40 }
/**
 * Who accepts and walks away is over the bar: a locate that the other side declines costs the accepting side nothing
 * and scores 100 (docs/operations/threats.md). Its single days differ much, up to 21 found, 6 in a security and a
 * rating of 69, so the limit is on the mean of many: three standard errors above 15.4, 3.5 and 47, which were measured
 * both before an advert could become LIVE with its submit and after. It says only that it got no worse.
 */
const limitOfAccepting: Bounds = { foundPerTrader: 17, perSecurity: 4, rating: 54 }
const daysOfAccepting = 24

const columns: readonly (readonly [title: string, of: (result: ProberResult) => string | number])[] = [
  ['found per trader', (result) => result.foundPerTrader],
  ['per security', (result) => result.perSecurity],
  ['size learned %', (result) => result.sizeLearnedPercent],
  ['popups', (result) => result.popups],
  ['rating', (result) => result.rating],
  ['last locate, min', (result) => result.lastLocateMinute ?? '-'],
  ['commands', (result) => result.commands],
]

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** The worst of several days: the most found, the longest access. */
const worst = (results: readonly ProberResult[]): ProberResult =>
  results.reduce((a, b) => (b.foundPerTrader > a.foundPerTrader ? b : a))

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length

/** The means over many days of a strategy that accepts, with all defences. */
function meansOfAccepting(strategy: Strategy): Bounds {
  const days = Array.from({ length: daysOfAccepting }, (_, i) => measureProber(strategy, allOn, i + 1))
  return {
    foundPerTrader: meanOf(days.map((day) => day.foundPerTrader)),
    perSecurity: meanOf(days.map((day) => day.perSecurity)),
    rating: meanOf(days.map((day) => day.rating)),
  }
}

const isOver = (result: Bounds, bounds: Bounds): boolean =>
  result.foundPerTrader > bounds.foundPerTrader ||
  result.perSecurity > bounds.perSecurity ||
  result.rating > bounds.rating

const isQuick = process.argv.includes('--quick')
const defences: readonly Defence[] = isQuick ? [allOn, allOff] : [allOn, ...oneOff, ...otherReports, allOff]
/** The most that a strategy found with all defences. */
const foundWithDefences = new Map<string, number>()
say(`${seeds.length} days each, of which the one with the most IOIs found is shown`)
for (const defence of defences) {
  say(`\n${defence.name}`)
  say(`  ${'strategy'.padEnd(28)}${columns.map(([title]) => title.padStart(18)).join('')}`)
  for (const strategy of strategies) {
    if (otherReports.includes(defence) && !strategy.accepts) continue
    const results = seeds.map((seed) => measureProber(strategy, defence, seed))
    const shown = worst(results)
    say(`  ${strategy.name.padEnd(28)}${columns.map(([, of]) => String(of(shown)).padStart(18)).join('')}`)
    if (defence === allOn) foundWithDefences.set(strategy.name, shown.foundPerTrader)
    // A venue in which nothing can be found would pass every bar.
    if (defence === allOff && shown.foundPerTrader <= 2 * (foundWithDefences.get(strategy.name) ?? 0)) {
      say(`  ${strategy.name}: finds no more than twice as many without defences`)
      process.exitCode = 1
    }
    if (defence !== allOn) continue
    const overBar = results.filter((result) => isOver(result, bar)).length
    if (overBar > 0) say(`  ${strategy.name}: over the bar on ${overBar} of ${results.length} days`)
    if (strategy.accepts) {
      const means = meansOfAccepting(strategy)
      const { foundPerTrader, perSecurity, rating } = means
      say(
        `  ${strategy.name}: on the mean of ${daysOfAccepting} days ${foundPerTrader.toFixed(1)} found, ${perSecurity.toFixed(1)} in a security, rating ${rating.toFixed(1)}`,
      )
      if (isOver(means, limitOfAccepting)) process.exitCode = 1
    } else if (overBar > 0) process.exitCode = 1
  }
}
