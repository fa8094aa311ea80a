import { usedUpBudgets } from '@aitai/engine/matching/probing-budgets.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Limits } from '@aitai/engine/model/limits.ts'
import { createRandom } from '../../harness/random.ts'
import { lotSize, Venue, victimIds } from './venue.ts'

/** What becomes of a basket that somebody means to trade. */
export interface BasketResult {
  /** When each name was located first, in milliseconds since the open, by name. */
  readonly locatedAt: ReadonlyMap<number, number>
  readonly locates: number
  readonly agreements: number
  /** The longest time in which open handovers stopped the trader, in milliseconds, and all together. */
  readonly longestStopMs: number
  readonly stoppedMs: number
  readonly isNamed: boolean
}

const names = 60
const minuteMs = 60_000
const desk = 'prober'

interface Change {
  readonly at: number
  readonly shareQuantity: number
}

/** What happens in one name, whatever the venue does. All times are in milliseconds since the open. */
interface Plan {
  readonly name: number
  readonly direction: Direction
  readonly shareQuantity: number
  readonly changes: Change[]
  /** Null for no contra. */
  readonly contra: { readonly traderId: string; readonly at: number; readonly accepts: boolean } | null
}

function plansOf(seed: number): Plan[] {
  const chance = createRandom(seed)
  return Array.from({ length: names }, (_, name) => {
    const shareQuantity = chance.between(100, 2_000) * lotSize
    const resized = () => Math.round((shareQuantity * chance.between(80, 140)) / 100 / lotSize) * lotSize
    const change = () => ({ at: chance.between(6, 200) * minuteMs, shareQuantity: resized() })
    const changes = [change(), change()].sort((a, b) => a.at - b.at)
    const afterChange = chance.oneOf(changes).at + chance.between(0, 2 * minuteMs)
    const contra = {
      traderId: victimIds[name % victimIds.length] as string,
      accepts: chance.happens(0.7),
      // A third waits for the basket, so that it is located all at once. Another comes soon after a change.
      at: name % 3 === 0 ? 0 : afterChange,
    }
    return {
      name,
      direction: chance.oneOf(['BUY', 'SELL']),
      shareQuantity,
      changes,
      contra: name % 3 === 2 ? null : contra,
    }
  })
}

/** A desk sends 60 IOIs at 9:05, changes each size twice, accepts each locate and hands over within two minutes. */
export function measureBasket(limits: Partial<Limits>, seed: number): BasketResult {
  const plans = plansOf(seed)
  const venue = new Venue({
    seed,
    proberTraders: [[desk]],
    executes: true,
    limits,
    sweepDelay: { min: 2_000, max: 2_000 },
    reportDelayMs: null,
    names,
  })
  const own = new Map<number, string>()
  const contras = new Map<number, string>()
  let [stop, longestStopMs, stoppedMs] = [0, 0, 0]
  while (!venue.isOver()) {
    const now = venue.elapsed()
    for (const { name, direction, shareQuantity, changes, contra } of plans) {
      const isDue = (at: number): boolean => at <= now && now < at + 1_000
      if (contra && contra.at <= now && !contras.has(name)) {
        const opposite = direction === 'BUY' ? 'SELL' : 'BUY'
        contras.set(name, venue.post(contra.traderId, name, { direction: opposite, shareQuantity: 100_000 }))
      }
      if (isDue(5 * minuteMs)) own.set(name, venue.post(desk, name, { direction, shareQuantity }))
      const advertId = own.get(name)
      if (advertId === undefined) continue
      for (const change of changes)
        if (isDue(change.at)) venue.modify(desk, advertId, { direction, shareQuantity: change.shareQuantity })
    }
    answerAll(venue, plans)
    const isStopped = usedUpBudgets(
      venue.state,
      { traderId: desk, firmId: 'prober0', securityId: '' },
      venue.at,
    ).includes('HANDOVER')
    const before = venue.at
    venue.step()
    stop = isStopped ? stop + venue.at - before : 0
    stoppedMs += isStopped ? venue.at - before : 0
    longestStopMs = Math.max(longestStopMs, stop)
  }
  return {
    locatedAt: new Map(venue.discoveries.toReversed().map(({ name, at }) => [name, at])),
    locates: venue.discoveries.length,
    agreements: venue.agreements,
    longestStopMs,
    stoppedMs,
    isNamed: venue.isNamed('prober0'),
  }
}

/** The desk accepts after 5 seconds, and its contras answer after 8 as planned. */
function answerAll(venue: Venue, plans: readonly Plan[]): void {
  for (const traderId of [desk, ...victimIds])
    for (const locate of venue.locatesOf(traderId)) {
      const isDesk = traderId === desk
      if (venue.at - locate.at < (isDesk ? 5_000 : 8_000)) continue
      const accepts = isDesk || plans[locate.name]?.contra?.accepts
      venue.answer(locate, accepts ? 'ACCEPT' : 'DECLINE')
    }
}
