import type { Advert } from './advert.ts'
import type { ConnectionAgreement } from './connection-agreement.ts'
import type { Locate } from './locate.ts'
import type { Broker, Firm } from './reference-data.ts'
import type { Security } from './security.ts'
import type { State, Trader } from './state.ts'

/** A trader whose session the server has verified. Throws if the reference data lacks it: that is a bug. */
export function traderOf(state: State, traderId: string): Trader {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`trader ${traderId} is not in the reference data`)
  return trader
}

/** A security that is known to exist, such as that of an advert. Throws if the reference data lacks it. */
export function securityOf(state: State, securityId: string): Security {
  const security = state.securities.get(securityId)
  if (!security) throw new Error(`security ${securityId} is not in the reference data`)
  return security
}

/**
 * The trader's own advert. Null for another trader's too, so that its existence does not leak.
 */
export function ownAdvert(state: State, traderId: string, advertId: string): Advert | null {
  const advert = state.adverts.get(advertId)
  return advert?.traderId === traderId ? advert : null
}

/**
 * The advert that a trader acts on: an own one, or with `deskHeadId` one of a colleague, whose desk head that trader is
 * (docs/rules.md §15). Null otherwise, so that neither its existence nor a lost grant leaks.
 */
export function deskAdvert(
  state: State,
  { traderId, advertId, deskHeadId }: { traderId: string; advertId: string; deskHeadId?: string },
): Advert | null {
  const advert = ownAdvert(state, traderId, advertId)
  if (!advert || deskHeadId === undefined) return advert
  const head = state.traders.get(deskHeadId)
  return head?.isDeskHead && head.firmId === advert.firmId ? advert : null
}

/**
 * The executing broker's own agreement. Null for another broker's too, so that its existence does not leak.
 */
export function ownAgreement(
  { agreements }: State,
  { agreementId, brokerId }: { readonly agreementId: string; readonly brokerId: string },
): ConnectionAgreement | null {
  const agreement = agreements.get(agreementId)
  return agreement?.brokerId === brokerId ? agreement : null
}

/**
 * A trader's own adverts of the day, newest first. An advert sent again takes the position of the dead one
 * (docs/rules.md §2).
 */
export const ownAdverts = (state: State, traderId: string): Advert[] =>
  [...traderOf(state, traderId).advertIds]
    .map((id) => state.adverts.get(id))
    .filter((advert) => advert !== undefined)
    .sort((a, b) => b.listPosition - a.listPosition)

/** Whether a firm is enabled for a broker, which may be inactive. */
export const isBrokerEnabled = ({ firms }: State, firmId: string, brokerId: string): boolean =>
  firms.get(firmId)?.brokerIds.includes(brokerId) ?? false

/** Whether a firm may name a broker in an advert now: enabled for the firm, and active. */
export const isBrokerUsable = ({ firms, brokers }: State, firmId: string, brokerId: string): boolean =>
  isBrokerUsableBy(firms.get(firmId), brokers.get(brokerId))

/** The same for a caller that has looked the firm up once for several brokers. */
export const isBrokerUsableBy = (firm: Firm | undefined, broker: Broker | undefined): boolean =>
  broker?.active === true && firm?.brokerIds.includes(broker.brokerId) === true

/*
 * An entity that an event names. The state must have it, so the functions below throw if it does not: the
 * journal is then broken.
 */

export function knownAdvert(state: State, advertId: string): Advert {
  const advert = state.adverts.get(advertId)
  if (!advert) throw new Error(`the journal names an unknown advert ${advertId}`)
  return advert
}

export function knownTrader(state: State, traderId: string): Trader {
  const trader = state.traders.get(traderId)
  if (!trader) throw new Error(`the journal names an unknown trader ${traderId}`)
  return trader
}

export function knownLocate(state: State, locateId: string): Locate {
  const locate = state.locates.get(locateId)
  if (!locate) throw new Error(`the journal names an unknown locate ${locateId}`)
  return locate
}

export function knownAgreement(state: State, agreementId: string): ConnectionAgreement {
  const agreement = state.agreements.get(agreementId)
  if (!agreement) throw new Error(`the journal names an unknown agreement ${agreementId}`)
  return agreement
}
