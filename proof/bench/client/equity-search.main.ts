import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { indexEquities, searchEquities } from '@aitai/client/adverts/search/equity-search.ts'
import type { Equity } from '@aitai/contract/schemas/reference.ts'

/** `node search.main.ts SECURITIES`: the type-ahead for each keystroke, in milliseconds, as JSON. */
const [securities = 5_000] = process.argv.slice(2).map(Number)
const typings = [
  'toyota motor',
  'とよたじどうしゃ',
  'ﾐﾂﾋﾞｼ',
  '三菱UFJ',
  '７２０３',
  '130a',
  'mufg',
  'a',
  'zzzz',
]

/** The shipped securities repeated with different codes, so that every name has similar ones. */
function listed(): Equity[] {
  const file = fileURLToPath(new URL('../../../server/data/equities.csv', import.meta.url))
  const rows = readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(1)
  return Array.from({ length: securities }, (_, i) => {
    const [ric = '', name = '', localName = '', kana = '', shortNames = ''] =
      rows[i % rows.length]?.split(',') ?? []
    const round = Math.floor(i / rows.length)
    return {
      equityId: String(i),
      ric: round === 0 ? ric : `${1_000 + i}${'ABCDFGHJKLMNPRSTUWXY'[round % 20]}.T`,
      name: round === 0 ? name : `${name} ${round}`,
      localName,
      kana,
      shortNames: shortNames.split(';').filter(Boolean),
      tickSize: 1,
      lotSize: 100,
      closePrice: 1_000,
      maxPrice: 1_300,
      minPrice: 700,
      tickTable: 'COARSE',
      exchange: 'XTKS',
    }
  })
}

const timed = <T>(task: () => T): { took: number; gave: T } => {
  const start = performance.now()
  const gave = task()
  return { took: performance.now() - start, gave }
}

const equities = listed()
const { took: indexMs, gave: index } = timed(() => indexEquities(equities))
const strokes = typings.flatMap((typing) =>
  [...typing].map((_, i, characters) => characters.slice(0, i + 1).join('')),
)
const runs = strokes.map((typed) =>
  Array.from({ length: 20 }, () => timed(() => searchEquities(index, typed)).took).sort((a, b) => a - b),
)
const times = runs.flat().sort((a, b) => a - b)
const rounded = (ms: number): number => Math.round(ms * 100) / 100
const at = (share: number): number => rounded(times[Math.floor((times.length - 1) * share)] ?? 0)
console.log(
  JSON.stringify({
    securities,
    keystrokes: times.length,
    p50: at(0.5),
    p99: at(0.99),
    // The best of twenty, because other work on the machine only makes a run slower.
    slowestStroke: rounded(Math.max(...runs.map(([best = 0]) => best))),
    index: rounded(indexMs),
  }),
)
