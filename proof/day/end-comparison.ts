import { advertList } from '@aitai/contract/routes/adverts.ts'
import { advertEvents } from '@aitai/contract/routes/history.ts'
import type { AdvertEvent } from '@aitai/contract/schemas/history.ts'
import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import type { MarketErrorCode } from '@aitai/engine/model/quote.ts'
import { causesByMarketError } from '../simulation/oracle/market-data.ts'
import { type DayOfLocates, sentOn } from './comparison.ts'
import type { DayRun, SentIoi } from './day-run.ts'
import type { Member } from './member.ts'
import type { ScriptedDay } from './scripted-days.ts'
import { firingOf, marketFailureOf } from './scripted-ends.ts'
import { clockText } from './tokyo-day.ts'

/** How an IOI must end. */
export interface AdvertEnd {
  readonly status: 'COMPLETED' | 'DEAD'
  readonly causeOfDeath:
    | 'EXPIRED'
    | 'CANCELLED_BY_USER'
    | 'CANCEL_TRIGGER'
    | 'INDEX_RELATIVE_CANCEL'
    | (typeof causesByMarketError)[MarketErrorCode]
    | null
  readonly errorCode: string | null
  /** Milliseconds UTC. Null if the script does not say when exactly. */
  readonly endedAt: number | null
}

const dead = (
  causeOfDeath: AdvertEnd['causeOfDeath'],
  endedAt: number | null,
  errorCode: string | null = null,
): AdvertEnd => ({ status: 'DEAD', causeOfDeath, errorCode, endedAt })

/** How a sent IOI must have ended when the platform has closed, by its own locates and the scripted prices. */
export function expectedEndOf(
  run: DayRun,
  day: ScriptedDay,
  sent: SentIoi,
  locates: readonly LocateNotification[],
): AdvertEnd {
  const { id, ioi } = sent
  const security = day.securities.find(({ ric }) => ric === ioi.ric)
  if (!security) throw new Error(`the script has no ${ioi.ric}`)
  if (locates.some((locate) => locate.advertisementId === id && locate.outcome === 'ACCEPTED'))
    return { status: 'COMPLETED', causeOfDeath: null, errorCode: null, endedAt: null }
  const cancelledAt = run.cancelled.get(id)
  if (cancelledAt !== undefined) return dead('CANCELLED_BY_USER', cancelledAt)
  if (isPausedByKnockout(sent)) return dead('EXPIRED', day.closes)
  const { firesAt, trigger } = firingOf(ioi, security)
  if (trigger === 'KNOCKOUT') return dead('CANCEL_TRIGGER', firesAt, 'CANCEL-TRIGGER-001')
  if (trigger === 'INDEX') return dead('INDEX_RELATIVE_CANCEL', firesAt, 'CANCEL-TRIGGER-002')
  // Only what is LIVE ends with its market: one that waits for its advertising trigger does not.
  const error = ioi.advertisingTrigger === null ? marketFailureOf(security, ioi.submitAt, day.closes) : null
  if (error !== null) return dead(causesByMarketError[error], null, `MARKET-ERROR-${error}`)
  return dead('EXPIRED', day.closes)
}

/** The IOIs of a day that ended otherwise, by the trader's own history of each and by what was pushed. */
export async function endDifferences(
  run: DayRun,
  trader: Member,
  { day, locates }: DayOfLocates,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const sent of sentOn(run, trader, day)) {
    const { id, episode, ioi } = sent
    const expected = expectedEndOf(run, day, sent, locates)
    const events = await trader.call(advertEvents, { params: { id } })
    const name = `${episode.kind}, ${ioi.ric} at ${clockText(ioi.submitAt)}`
    found.push(...differencesOfEnd(expected, events).map((each) => `${name}: ${each}`))
    const isPushed = trader.received.some(
      ({ advertisementId, errorCode }) => advertisementId === id && errorCode === expected.errorCode,
    )
    if (expected.errorCode && !isPushed) found.push(`${name}: ${expected.errorCode} was not pushed`)
  }
  return found
}

function differencesOfEnd(expected: AdvertEnd, events: readonly AdvertEvent[]): readonly string[] {
  const last = events.findLast(({ type }) => type === 'ENDED' || type === 'COMPLETED')
  const shown = {
    status: last?.type === 'COMPLETED' ? 'COMPLETED' : last ? 'DEAD' : 'not ended',
    causeOfDeath: last?.causeOfDeath ?? null,
    errorCode: last?.errorCode ?? null,
    endedAt: expected.endedAt === null ? null : (last?.at ?? null),
  }
  const text = (end: object & { endedAt: number | null }): string =>
    JSON.stringify({ ...end, endedAt: end.endedAt === null ? null : clockText(end.endedAt) })
  return text(expected) === text(shown) ? [] : [`expected ${text(expected)}, got ${text(shown)}`]
}

/**
 * The IOIs of the current day in another status than the script leads to, before its end. A knockout in a locate pauses
 * its own side only (docs/rules.md §8).
 */
export async function statusDifferences(
  run: DayRun,
  trader: Member,
  { day, locates }: DayOfLocates,
): Promise<readonly string[]> {
  const shown = new Map((await trader.call(advertList)).map((advert) => [advert.id, advert]))
  return sentOn(run, trader, day).flatMap((sent) => {
    const { id, episode, ioi } = sent
    const { status, causeOfDeath } = expectedEndOf(run, day, sent, locates)
    const isOpen = causeOfDeath === 'EXPIRED' || causeOfDeath === 'BAD_MARKET_DATA'
    const waits = isPausedByKnockout(sent) ? ['PAUSED'] : ['SENT', 'LIVE']
    const expected = isOpen ? waits : [status]
    const got = shown.get(id)?.advertisementStatus ?? 'none'
    return expected.includes(got)
      ? []
      : [`${episode.kind}, ${ioi.ric}: expected ${expected.join(' or ')}, got ${got}`]
  })
}

/** One that was knocked out in a locate is paused, and nothing but the end of the day ends that. */
const isPausedByKnockout = ({ episode, ioi }: SentIoi): boolean =>
  episode.kind === 'knocked out in a locate' && ioi.knockoutTrigger !== null
