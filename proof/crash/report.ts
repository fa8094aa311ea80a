import type { CrashTestReport } from './crash-test.ts'

/** A report for people, one fact a line. */
export function reportLines(report: CrashTestReport): string[] {
  const { before, after, either } = report.resolved
  return [
    `kills                  ${report.kills}, ${report.killsWhileStarting} of them while starting`,
    `seconds a kill         ${report.secondsPerKill.toFixed(2)}`,
    `acknowledged           ${report.acknowledged}, ${report.refused} of them refusals`,
    `without an answer      ${before} not done, ${after} done, ${either} either; each was asked again`,
    `in the journal         ${report.entries} entries, aitai replay --verify green`,
    `locates                ${report.locates}: ${report.accepted} accepted, ${report.declined} declined, ${report.lapsed} lapsed`,
    `lost                   ${report.lost}`,
    `applied twice          ${report.twice}`,
  ]
}
