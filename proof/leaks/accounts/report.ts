import type { ProbeSamples } from './probes.ts'
import { croppedAt, distinguishableT, type WelchResult, welchTest } from './welch.ts'

/** The quantile above which the second test drops responses. */
const cropAt = 0.9

export interface EnumerationResult {
  readonly lines: readonly string[]
  readonly passed: boolean
}

/** Whether responses to known and unknown addresses can be distinguished, with a report. */
export function enumerationResult(name: string, measured: ProbeSamples): EnumerationResult {
  const { known, unknown, answers, statuses } = measured
  const all = welchTest(known, unknown)
  const quick = welchTest(...croppedAt(cropAt, known, unknown))
  const isSame = answers.size === 1
  const passed = isSame && [all, quick].every(({ t }) => Math.abs(t) < distinguishableT)
  const lines = [
    `${name}: ${passed ? 'cannot be told apart' : 'CAN BE TOLD APART'}`,
    `  pairs                ${known.length}, every answer ${[...statuses].join(', ')}`,
    `  bytes                ${isSame ? 'equal' : `${answers.size} different answers`}`,
    ...linesOf('all answers', all),
    ...linesOf('the quickest 90 %', quick),
  ]
  return { lines, passed }
}

const linesOf = (of: string, { means: [known, unknown], t, resolution }: WelchResult): string[] => [
  `  ${of.padEnd(20)} known ${known.toFixed(3)} ms, unknown ${unknown.toFixed(3)} ms, t = ${t.toFixed(2)}` +
    ` (5 at a difference of ${(resolution * 1_000).toFixed(0)} µs)`,
]
