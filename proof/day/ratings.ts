import { credibilityLedger } from '@aitai/contract/routes/credibility.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { type DayOfLocates, sentOn } from './comparison.ts'
import type { DayRun, SentIoi } from './day-run.ts'
import type { Member } from './member.ts'
import { midOf, newestAt, type ScriptedSecurity } from './price-script.ts'

/** Basis points by which the mid has to move against a decliner. */
const excusingMove = 50
/** The largest number of events from one contra institution. */
const mostOfContra = 4

/** The score of an own locate, null for none (docs/rules.md §8, §14). */
function scoreOf(
  { outcome, answer, direction, midPrice, notExecuted }: LocateNotification,
  isKnockedOut: boolean,
  midAtAnswer: number | null,
): number | null {
  if (outcome === 'WITHDRAWN') return isKnockedOut ? 5 : null
  if (answer === null) return 0
  if (answer === 'ACCEPT') return notExecuted && notExecuted.by !== 'CONTRA' ? 0 : 100
  const against = direction === 'BUY' ? 1 : -1
  const move = midAtAnswer === null ? 0 : (midAtAnswer / midPrice - 1) * 10_000 * against
  return move > excusingMove ? null : 5
}

/** What the trader's ledger shows at the end of the first day otherwise than the locates of the day lead to. */
export async function ratingDifferences(
  run: DayRun,
  trader: Member,
  { day, locates }: DayOfLocates,
): Promise<readonly string[]> {
  const sent = sentOn(run, trader, day)
  const scored = locates.flatMap((locate, i) => {
    const own = sent.find(({ id }) => id === locate.advertisementId)
    if (!own) return []
    const { episode, ioi } = own
    const isKnockedOut = episode.kind === 'knocked out in a locate' && ioi.knockoutTrigger !== null
    const answeredAt = locate.locateTime + (episode.answers[episode.iois.indexOf(ioi)]?.afterMs ?? 0)
    const { quotes } = day.securities.find(({ ric }) => ric === ioi.ric) as ScriptedSecurity
    const quote = newestAt(quotes, answeredAt)
    const score = scoreOf(locate, isKnockedOut, quote && midOf(quote))
    const earlier = locates.slice(0, i).filter(({ advertisementId }) => advertisementId === own.id).length
    return score === null ? [] : [{ score, contra: contraOf(own, earlier) }]
  })
  // Another event from a contra institution pushes out the oldest of its four.
  const expected = [...Map.groupBy(scored, ({ contra }) => contra).values()].flatMap((each) =>
    each.slice(-mostOfContra).map(({ score }) => score),
  )
  const { rating, events } = await trader.call(credibilityLedger)
  const inOrder = (scores: readonly number[]): string => scores.toSorted((a, b) => a - b).join()
  const shown = inOrder(events.map(({ score }) => score))
  const ratingOfEvents = ratingOf(events.map(({ score }) => score))
  return [
    ...(shown === inOrder(expected) ? [] : [`scores: expected ${inOrder(expected)}, shown ${shown}`]),
    ...(rating === ratingOfEvents ? [] : [`rating: expected ${ratingOfEvents}, shown ${rating}`]),
  ]
}

/** The institution with which an IOI of the script is located, after so many earlier locates. */
function contraOf({ episode: { iois }, ioi }: SentIoi, earlier: number): string {
  const contra = ioi === iois[0] ? iois[1 + earlier] : iois[0]
  return contra?.trader.split('@')[1] ?? ''
}

/** The newest event weighs 20, the oldest of 20 weighs 1; those that are missing count 60. */
function ratingOf(newestFirst: readonly number[]): number {
  const sum = Array.from({ length: 20 }, (_, i) => (20 - i) * (newestFirst[i] ?? 60))
  const total = sum.reduce((all, each) => all + each, 0)
  return Math.min(100, Math.max(1, Math.floor((2 * total + 210) / 420)))
}
