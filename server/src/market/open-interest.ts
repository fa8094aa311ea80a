import { type Sector, sectors } from '@aitai/contract/codes.ts'
import type { DeskOpenInterest, OpenInterestRow } from '@aitai/contract/schemas/adverts.ts'
import { isAgreementDay } from '@aitai/engine/locates/execution.ts'
import { type Direction, directions, isInLocate, isOpen } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { State } from '@aitai/engine/model/state.ts'
import type { Names } from '../reference/names.ts'
import { type NotionalPrices, notionalsOf, rateOf } from './views.ts'

interface Position {
  readonly direction: Direction
  readonly sector: Sector | null
  /** In whole yen. */
  readonly jpynotional: Yen
  /** The names of the brokers at which it counts. */
  readonly brokers: readonly string[]
}

/** An open IOI. It counts at each broker that it names: which of them executes is known after an agreement. */
export interface OpenPosition extends Position {
  readonly shareQuantity: number
  readonly isInLocate: boolean
}

/** An agreement of today, at its executing broker. */
export type AgreedPosition = Position

/**
 * The open IOIs and today's agreements of one institution by side, sector and broker. The only place that adds them
 * up. A sector or broker without either has no row.
 */
export function openInterestOf(
  open: readonly OpenPosition[],
  agreed: readonly AgreedPosition[],
): DeskOpenInterest {
  const all: readonly Position[] = [...open, ...agreed]
  const rowsOf = (keys: readonly string[], isIn: (position: Position, key: string) => boolean) =>
    keys.map((key) =>
      rowOf(
        key,
        open.filter((each) => isIn(each, key)),
        agreed.filter((each) => isIn(each, key)),
      ),
    )
  const brokers = [...new Set(all.flatMap((each) => each.brokers))].sort((a, b) => a.localeCompare(b))
  // Securities without a sector come last, under an empty key.
  const found = [...sectors, null].filter((sector) => all.some((each) => each.sector === sector))
  return {
    bySide: rowsOf(directions, ({ direction }, key) => direction === key),
    bySector: rowsOf(
      found.map((sector) => sector ?? ''),
      ({ sector }, key) => (sector ?? '') === key,
    ),
    byBroker: rowsOf(brokers, (each, key) => each.brokers.includes(key)),
  }
}

const totalValue = (positions: readonly Position[]): Yen =>
  positions.reduce((sum, { jpynotional }) => sum + jpynotional, 0)

function rowOf(
  key: string,
  open: readonly OpenPosition[],
  agreed: readonly AgreedPosition[],
): OpenInterestRow {
  const located = open.filter((each) => each.isInLocate)
  const ofSide = (side: Direction): Yen => totalValue(open.filter(({ direction }) => direction === side))
  return {
    key,
    count: open.length,
    shareQuantity: open.reduce((sum, { shareQuantity }) => sum + shareQuantity, 0),
    jpynotional: totalValue(open),
    buyNotional: ofSide('BUY'),
    sellNotional: ofSide('SELL'),
    locatedCount: located.length,
    locatedNotional: totalValue(located),
    agreedCount: agreed.length,
    agreedNotional: totalValue(agreed),
  }
}

/**
 * The same from the state, at a time in milliseconds UTC. It reads adverts of the institution and its own side of its
 * agreements, nothing of a contra (docs/rules.md §15). Of a locate it reads that it is there: a value of the located
 * quantity, or its broker alone, would reveal to the head what its trader is asked (docs/decisions/0078-desk-head.md).
 */
export function openInterestOfFirm(
  state: State,
  firmId: string,
  market: NotionalPrices,
  names: Names,
  at: number,
): DeskOpenInterest {
  const sectorOf = (securityId: string): Sector | null => names.equities.get(securityId)?.sector ?? null
  const brokerName = (brokerId: string): string => names.brokers.get(brokerId)?.name ?? brokerId
  const open = [...(state.index.openAdverts.get(firmId)?.values() ?? [])].filter(isOpen).map((advert) => {
    const { direction, shareQuantity, brokerIds } = advert.terms
    return {
      direction,
      shareQuantity,
      sector: sectorOf(advert.securityId),
      jpynotional: notionalsOf(shareQuantity, rateOf(state, advert, market)).jpynotional,
      brokers: brokerIds.map(brokerName),
      isInLocate: isInLocate(advert),
    }
  })
  const agreed = [...state.agreements.values()]
    .filter((agreement) => isAgreementDay(agreement, at))
    .flatMap(({ securityId, brokerId, locationQuantity, midPrice, firmIds }) =>
      directions
        .filter((side) => firmIds[side] === firmId)
        .map((direction) => ({
          direction,
          sector: sectorOf(securityId),
          jpynotional: notionalsOf(locationQuantity, { price: midPrice, usdJpy: market.usdJpy() })
            .jpynotional,
          brokers: [brokerName(brokerId)],
        })),
    )
  return openInterestOf(open, agreed)
}
