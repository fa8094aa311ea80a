import { allOff, allOn, type Defence, measureProber, oneOff, type ProberResult } from './prober.ts'
import { strategies } from './strategies.ts'

/**
 * `node proof/leaks/prober/main.ts [--quick]`: what a prober learns in a day and what it costs, for each strategy,
 * and with each defence switched off in turn. Exits with 1 if a strategy finds more than docs/rules.md §21 allows.
 */
const seeds = Array.from({ length: Number(process.env.SEEDS || 3) }, (_, i) => i + 1)
const bounds = { foundPerTrader: 10, perSecurity: 3, rating: 40 }

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

const isQuick = process.argv.includes('--quick')
const defences: readonly Defence[] = isQuick ? [allOn] : [allOn, ...oneOff, allOff]
say(`${seeds.length} days each, of which the one with the most IOIs found is shown`)
for (const defence of defences) {
  say(`\n${defence.name}`)
  say(`  ${'strategy'.padEnd(28)}${columns.map(([title]) => title.padStart(18)).join('')}`)
  for (const strategy of strategies) {
    const results = seeds.map((seed) => measureProber(strategy, defence, seed))
    const shown = worst(results)
    say(`  ${strategy.name.padEnd(28)}${columns.map(([, of]) => String(of(shown)).padStart(18)).join('')}`)
    const isAccepting = strategy.name.startsWith('accept')
    if (defence !== allOn || isAccepting) continue
    for (const result of results)
      if (
        result.foundPerTrader > bounds.foundPerTrader ||
        result.perSecurity > bounds.perSecurity ||
        result.rating > bounds.rating
      )
        process.exitCode = 1
  }
}
