import type { Event } from '../src/events.ts'

/** An event as one line of what the oracle foretells: ids drawn by lot and quotes shown are left out. */
export function linesOf(event: Event): string {
  switch (event.type) {
    case 'tradingDayEnded':
      return `tradingDayEnded ${event.day} ${event.tradingDays}`
    case 'ratingAged':
      return `ratingAged ${event.traderId}`
    case 'advertCancelled':
      return `advertCancelled ${event.advertId} ${event.causeOfDeath} ${event.errorCode}`
    case 'marketTurned':
      return `marketTurned ${event.securityId} ${event.error}`
    case 'locateFailed':
      return [
        `locateFailed ${event.locateId} ${said(event.outcome)} ${said(event.scores)}`,
        `silence until ${event.cooldownUntil}`,
      ].join(', ')
    case 'contraLocated':
      return [
        `contraLocated ${event.buyId} ${event.sellId} ${event.locateQuantity} at ${event.midPrice}`,
        `${event.deadline} ${event.brokerId} ${said(event.legs)} ${said(event.residual)}`,
        `${said(event.minShares)} moved ${event.stockMove} against ${event.indexMove}`,
      ].join(', ')
    case 'locateAnswered':
      return `locateAnswered ${event.locateId} ${event.side} ${event.answer} ${event.excused}`
    case 'connectionAgreed':
    case 'locateWithdrawn':
      return `${event.type} ${event.locateId}`
    default:
      return `${event.type} ${'advertId' in event ? event.advertId : ''}`
  }
}

/** Both sides, buyer first. */
export const said = (sides: { readonly BUY: unknown; readonly SELL: unknown }): string =>
  `${sides.BUY}/${sides.SELL}`
