import type { Advert, DeskTrader } from '@aitai/contract/schemas/adverts.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import { type AllAction, concernedAdverts, locatedCount } from './all-actions.ts'

/** Whose IOIs an action is for: the trader's own, or those of all traders of the institution. */
export type ActionScope = 'mine' | 'desk'

interface ScopedAdvert extends Pick<Advert, 'id' | 'securityName'> {
  readonly direction: Direction
  readonly shareQuantity: number
  readonly jpynotional: number
  readonly usdnotional: number
}

/** What an action would do, before it is confirmed. */
export interface ScopedAction {
  readonly adverts: readonly ScopedAdvert[]
  /** The number of IOIs of each trader of the desk who has some; empty for the own ones. */
  readonly perTrader: readonly { readonly trader: DeskTrader; readonly count: number }[]
  /** The number of IOIs in a locate, to which no action applies. */
  readonly located: number
  /** The number of paused IOIs of colleagues who are not connected, which nobody but they resume. */
  readonly absent: number
}

/** The action on the trader's own IOIs. */
export const ownAction = (action: AllAction, adverts: readonly Advert[]): ScopedAction => ({
  adverts: concernedAdverts(action, adverts),
  perTrader: [],
  located: locatedCount(adverts),
  absent: 0,
})

/** The action on the IOIs of the desk (docs/rules.md §15). The server decides again when it is sent. */
export function deskAction(action: AllAction, traders: readonly DeskTrader[]): ScopedAction {
  const isOut = ({ isYou, isPresent }: DeskTrader): boolean => action === 'resume' && !isYou && !isPresent
  const concerned = traders.map((trader) => ({ trader, adverts: concernedAdverts(action, trader.adverts) }))
  const taken = concerned.filter(({ trader, adverts }) => !isOut(trader) && adverts.length > 0)
  return {
    adverts: taken.flatMap(({ adverts }) => adverts),
    perTrader: taken.map(({ trader, adverts }) => ({ trader, count: adverts.length })),
    located: locatedCount(traders.flatMap(({ adverts }) => adverts)),
    absent: concerned.filter(({ trader }) => isOut(trader)).flatMap(({ adverts }) => adverts).length,
  }
}
