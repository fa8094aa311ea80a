import { randomBytes } from 'node:crypto'
import { callsByName } from '@aitai/contract/calls.ts'
import { type FuzzReport, runFuzz } from './fuzz.ts'

const say = (line: string): boolean => process.stdout.write(`${line}\n`)
const requests = Number(process.env.REQUESTS || 100_000)
if (!Number.isInteger(requests) || requests < 1) {
  say(`REQUESTS must be an integer above 0, not "${process.env.REQUESTS}"`)
  process.exit(2)
}
const seed = process.env.SEED || randomBytes(6).toString('hex')
say(`${requests} requests, SEED=${seed}`)

const report = await runFuzz({
  requests,
  seed,
  databaseUrl: process.env.DATABASE_URL || null,
  onProgress: (done) => {
    if (done % 10_000 === 0 && done > 0) say(`${done} requests`)
  },
})
printReport(report)
process.exit(report.faults.length === 0 && isFlat(report.heaps) ? 0 : 1)

function printReport({ seconds, statuses, reached, faults, heaps }: FuzzReport): void {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  say(`${Math.round(requests / seconds)} requests per second, in ${seconds.toFixed(1)} s`)
  say(`answers by status: ${counts.join(', ')}`)
  const missed = Object.keys(callsByName).filter((name) => !reached.has(name))
  say(
    `calls answered with 200: ${reached.size} of ${Object.keys(callsByName).length}; never: ${missed.join(', ') || 'none'}`,
  )
  if (heaps.length > 0)
    say(`heap after each quarter, MB: ${heaps.map((heap) => (heap / 2 ** 20).toFixed(1)).join(', ')}`)
  say(faults.length === 0 ? 'no fault' : faults.join('\n'))
}

/** Whether memory stays at the level of the first quarter, in which everything is used once. */
function isFlat(heaps: readonly number[]): boolean {
  const [first, last] = [heaps[0], heaps.at(-1)]
  if (first === undefined || last === undefined) return true
  const grownMb = (last - first) / 2 ** 20
  if (grownMb > 32) say(`the heap grew by ${grownMb.toFixed(1)} MB`)
  return grownMb <= 32
}
