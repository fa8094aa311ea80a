import type { Advert, DeskAdvert, DeskTrader } from '@aitai/contract/schemas/adverts.ts'
import type { Direction } from '@aitai/engine/model/advert.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import { type AllAction, concernedAdverts, locatedCount } from './all-actions.ts'

/** Whose IOIs an action is for: the trader's own, or those of all traders of the institution. */
export type ActionScope = 'mine' | 'desk'

interface ScopedAdvert extends Pick<Advert, 'id' | 'securityName'> {
  readonly direction: Direction
  readonly shareQuantity: number
  readonly jpynotional: Yen
  readonly usdnotional: number
}

/** What an action would do, before it is confirmed. */
export interface ScopedAction {
  readonly adverts: readonly ScopedAdvert[]
  /** The number of IOIs of each trader of the desk who has some; empty for the user's own. */
  readonly perTrader: readonly { readonly trader: DeskTrader; readonly count: number }[]
  /** The number of IOIs in a locate, to which no action applies. */
  readonly located: number
  /** The number of paused IOIs of colleagues who are not connected, which nobody but they resume. */
  readonly absent: number
  /** The number of IOIs that connected colleagues or failed locates have paused, which nobody but they resume. */
  readonly ownPauses: number
}

/** The action on the trader's own IOIs. */
export const ownAction = (action: AllAction, adverts: readonly Advert[]): ScopedAction => ({
  adverts: concernedAdverts(action, adverts),
  perTrader: [],
  located: locatedCount(adverts),
  absent: 0,
  ownPauses: 0,
})

/** The action on the IOIs of the desk (docs/rules.md §15). The server decides again when it is sent. */
export function deskAction(action: AllAction, traders: readonly DeskTrader[]): ScopedAction {
  const isOut = ({ isYou, isPresent }: DeskTrader): boolean => action === 'resume' && !isYou && !isPresent
  const isOwners = ({ isYou }: DeskTrader, { isPausedByHead }: DeskAdvert): boolean =>
    action === 'resume' && !isYou && !isPausedByHead
  const concerned = traders.map((trader) => ({ trader, adverts: concernedAdverts(action, trader.adverts) }))
  const here = concerned.filter(({ trader }) => !isOut(trader))
  const taken = here
    .map(({ trader, adverts }) => ({ trader, adverts: adverts.filter((each) => !isOwners(trader, each)) }))
    .filter(({ adverts }) => adverts.length > 0)
  const countOf = (of: typeof concerned): number => of.flatMap(({ adverts }) => adverts).length
  return {
    adverts: taken.flatMap(({ adverts }) => adverts),
    perTrader: taken.map(({ trader, adverts }) => ({ trader, count: adverts.length })),
    located: locatedCount(traders.flatMap(({ adverts }) => adverts)),
    absent: countOf(concerned) - countOf(here),
    ownPauses: countOf(here) - countOf(taken),
  }
}
