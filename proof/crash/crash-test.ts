import { type CrashRoundResult, runCrashRound } from './crash-round.ts'
import type { Resolution } from './tally.ts'

/** The lists of a day grow with every trade, so later crashes get a new data folder. */
const crashesPerFolder = 300

export interface CrashTestReport {
  readonly seed: string
  readonly crashes: number
  readonly crashesWhileStarting: number
  readonly acknowledged: number
  readonly refused: number
  /** The outcome of the requests without a response. */
  readonly resolved: Record<Resolution, number>
  readonly entries: number
  readonly locates: number
  readonly accepted: number
  readonly declined: number
  readonly lapsed: number
  readonly reported: number
  readonly withdrawn: number
  readonly secondsPerCrash: number
  readonly lost: number
  readonly twice: number
}

/** Crashes real servers at random times. Throws as soon as anything is lost, applied twice or wrong. */
export async function runCrashTest(
  crashes: number,
  seed: string,
  onCrash: (soFar: number) => void = () => {},
): Promise<CrashTestReport> {
  const rounds: CrashRoundResult[] = []
  const startedAt = performance.now()
  let done = 0
  const countCrash = (): void => {
    done += 1
    onCrash(done)
  }
  while (done < crashes) {
    const crashesInRound = Math.min(crashesPerFolder, crashes - done)
    // The first round has the seed of the run, so that the seed in an error message repeats it.
    const roundSeed = rounds.length === 0 ? seed : `${seed}.${rounds.length}`
    rounds.push(await runCrashRound({ crashes: crashesInRound, seed: roundSeed, onCrash: countCrash }))
  }
  return reportOf(seed, rounds, (performance.now() - startedAt) / 1_000)
}

function reportOf(seed: string, rounds: readonly CrashRoundResult[], seconds: number): CrashTestReport {
  const sum = (of: (round: CrashRoundResult) => number): number =>
    rounds.reduce((total, round) => total + of(round), 0)
  return {
    seed,
    crashes: sum(({ crashes }) => crashes),
    crashesWhileStarting: sum((round) => round.crashesWhileStarting),
    acknowledged: sum(({ tally }) => tally.acknowledged),
    refused: sum(({ tally }) => tally.refused),
    resolved: {
      notApplied: sum(({ tally }) => tally.resolved.notApplied),
      applied: sum(({ tally }) => tally.resolved.applied),
      unknown: sum(({ tally }) => tally.resolved.unknown),
    },
    entries: sum(({ journal }) => journal.entries),
    locates: sum(({ journal }) => journal.locates),
    accepted: sum(({ journal }) => journal.accepted),
    declined: sum(({ journal }) => journal.declined),
    lapsed: sum(({ journal }) => journal.lapsed),
    reported: sum(({ journal }) => journal.reported),
    withdrawn: sum(({ journal }) => journal.withdrawn),
    secondsPerCrash: seconds / sum(({ crashes }) => crashes),
    lost: sum(({ tally }) => tally.faults.lost.length),
    twice: sum(({ tally }) => tally.faults.twice.length),
  }
}

/** The report as text, one fact per line. */
export function reportLines(report: CrashTestReport): string[] {
  const { notApplied, applied, unknown } = report.resolved
  return [
    `crashes                ${report.crashes}, ${report.crashesWhileStarting} of them during start-up`,
    `seconds per crash      ${report.secondsPerCrash.toFixed(2)}`,
    `acknowledged           ${report.acknowledged}, ${report.refused} of them refusals`,
    `without a response     ${notApplied} not applied, ${applied} applied, ${unknown} either; each was retried`,
    `in the journal         ${report.entries} entries, verified by aitai replay --verify`,
    `locates                ${report.locates}: ${report.accepted} accepted, ${report.declined} declined, ${report.lapsed} lapsed`,
    `nothing executed       ${report.reported} reports and corrections, ${report.withdrawn} withdrawals`,
    `lost                   ${report.lost}`,
    `applied twice          ${report.twice}`,
  ]
}
