import { type CrashRoundResult, runCrashRound } from './crash-round.ts'
import type { Resolution } from './tally.ts'

/** A day's lists grow with what is done on it, so later kills get a folder of their own. */
const killsPerFolder = 300

export interface CrashTestReport {
  readonly seed: string
  readonly kills: number
  readonly killsWhileStarting: number
  readonly acknowledged: number
  readonly refused: number
  /** Requests that a kill left without an answer: not done, done, or to be told by nothing. */
  readonly resolved: Record<Resolution, number>
  readonly entries: number
  readonly locates: number
  readonly accepted: number
  readonly declined: number
  readonly lapsed: number
  readonly secondsPerKill: number
  readonly lost: number
  readonly twice: number
}

/** Kills real servers at random moments. Throws as soon as anything is lost, doubled or wrong. */
export async function runCrashTest(
  kills: number,
  seed: string,
  onKill: (soFar: number) => void = () => {},
): Promise<CrashTestReport> {
  const rounds: CrashRoundResult[] = []
  const began = performance.now()
  let done = 0
  const onEach = (): void => {
    done += 1
    onKill(done)
  }
  while (done < kills) {
    const asked = Math.min(killsPerFolder, kills - done)
    // The first round's seed is the run's own, so that the seed a failure names can be given again.
    const roundSeed = rounds.length === 0 ? seed : `${seed}.${rounds.length}`
    const round = await runCrashRound({ kills: asked, seed: roundSeed, onKill: onEach })
    rounds.push(round)
  }
  return reportOf(seed, rounds, (performance.now() - began) / 1_000)
}

function reportOf(seed: string, rounds: readonly CrashRoundResult[], seconds: number): CrashTestReport {
  const sum = (of: (round: CrashRoundResult) => number): number =>
    rounds.reduce((all, each) => all + of(each), 0)
  return {
    seed,
    kills: sum(({ kills }) => kills),
    killsWhileStarting: sum((round) => round.killsWhileStarting),
    acknowledged: sum(({ tally }) => tally.acknowledged),
    refused: sum(({ tally }) => tally.refused),
    resolved: {
      before: sum(({ tally }) => tally.resolved.before),
      after: sum(({ tally }) => tally.resolved.after),
      either: sum(({ tally }) => tally.resolved.either),
    },
    entries: sum(({ held }) => held.entries),
    locates: sum(({ held }) => held.locates),
    accepted: sum(({ held }) => held.accepted),
    declined: sum(({ held }) => held.declined),
    lapsed: sum(({ held }) => held.lapsed),
    secondsPerKill: seconds / sum(({ kills }) => kills),
    lost: sum(({ tally }) => tally.faults.lost.length),
    twice: sum(({ tally }) => tally.faults.twice.length),
  }
}
