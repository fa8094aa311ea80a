import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { outcomeFor } from '@aitai/engine/locates/locate-outcome.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { opposite } from '@aitai/engine/model/locate.ts'
import type { Faults } from './tally.ts'

/** Checks that both sides of each locate and the broker have consistent data. */
export function compareSides(
  views: readonly (readonly LocateNotification[])[],
  agreements: readonly ConnectionAgreement[],
  { wrong }: Faults,
): void {
  const sides = new Map<string, LocateNotification[]>()
  for (const view of views.flat()) {
    const id = view.locateNotificationId
    sides.set(id, [...(sides.get(id) ?? []), view])
  }
  const rows = new Map(agreements.map((row) => [row.id, row]))
  for (const [id, [one, other, ...more]] of sides) {
    const fault =
      one && other && more.length === 0
        ? disagreementBetween(one, other, rows)
        : 'is not seen by exactly two sides'
    if (fault) wrong.push(`locate ${id} ${fault}`)
  }
  const agreed = views.flat().filter(({ outcome }) => outcome === 'ACCEPTED').length / 2
  if (agreed !== rows.size) wrong.push(`${rows.size} agreements for ${agreed} accepted locates`)
}

/** The disagreement between the two sides of a locate, or null. */
function disagreementBetween(
  one: LocateNotification,
  other: LocateNotification,
  rows: ReadonlyMap<string, ConnectionAgreement>,
): string | null {
  if (one.direction === other.direction) return 'has two sides with the same direction'
  if (one.deadline !== other.deadline) return 'has two deadlines'
  if (one.locateTime !== other.locateTime || one.midPrice !== other.midPrice) return 'has two terms'
  if (one.locateQuantity !== other.locateQuantity) return 'has two quantities'
  if ((one.outcome === null) !== (other.outcome === null)) return 'is over for one side only'
  if (one.outcome === null || one.outcome === 'WITHDRAWN')
    return one.outcome === other.outcome ? null : 'was withdrawn for one side only'
  for (const [own, contra] of [
    [one, other],
    [other, one],
  ] as const) {
    const expected = outcomeFor(own.answer, contra.answer)
    if (own.outcome !== expected) return `ended ${own.outcome} for a side that should have ${expected}`
  }
  return one.outcome === 'ACCEPTED' ? agreementFault(one, other, rows) : null
}

function agreementFault(
  one: LocateNotification,
  other: LocateNotification,
  rows: ReadonlyMap<string, ConnectionAgreement>,
): string | null {
  const row = rows.get(one.connectionAgreementId ?? '')
  if (!row || other.connectionAgreementId !== row.id) return 'was accepted without one agreement'
  const [buyer, seller] = one.direction === 'BUY' ? [one, other] : [other, one]
  if (buyer.password !== row.buyPw || seller.password !== row.sellPw)
    return 'has different passwords for the traders and the broker'
  const isSameReport = isReportOf(row, buyer, 'BUY') && isReportOf(row, seller, 'SELL')
  return isSameReport ? null : 'has different reports for the traders and the broker'
}

/** Whether a side sees the broker's report that nothing was executed, if there is one. */
function isReportOf(
  { notExecuted: report }: ConnectionAgreement,
  { notExecuted: seen }: LocateNotification,
  side: Direction,
): boolean {
  if (!report || !seen) return report === seen
  const isAtFault = { own: report.sides.includes(side), contra: report.sides.includes(opposite(side)) }
  const by = isAtFault.contra ? (isAtFault.own ? 'BOTH' : 'CONTRA') : 'YOU'
  return seen.by === by && seen.reportedAt === report.reportedAt
}
