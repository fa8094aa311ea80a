import { renewsAtExpiry } from '../adverts/automatic.ts'
import { tradingDay } from '../calendar/trading-days.ts'
import { dropMatchedCandidates } from '../matching/candidates.ts'
import { directions } from '../model/advert.ts'
import type { Command } from '../model/commands.ts'
import type { Event } from '../model/events.ts'
import { advertIdOn, opposite } from '../model/locate.ts'
import { knownAdvert, knownAgreement, knownLocate, knownTrader } from '../model/lookups.ts'
import { checkRulesVersion, LaterVersion } from '../model/rules-version.ts'
import type { HaltTarget, State } from '../model/state.ts'
import { addAllCandidates, changeIndexed } from '../model/state-index.ts'
import { answerScores, withAgeing } from '../rating/credibility.ts'
import {
  addAdvert,
  endAdvert,
  replaceDeadAdvert,
  setAdvertStatus,
  setLastOffer,
  setTerms,
} from './advert-changes.ts'
import { beginTradingDay } from './day-changes.ts'
import { setExecution } from './execution-changes.ts'
import { setHandovers } from './handover-changes.ts'
import { addAgreement, closeLocate, failLocate, openLocate, withdrawLocate } from './locate-changes.ts'
import { setNotExecuted } from './not-executed-changes.ts'
import { setReference } from './reference-changes.ts'
import { addScore, addTraderCandidates, setLedger } from './trader-changes.ts'

/**
 * Applies an event to the state, in place, and returns the state. It decides nothing: an event in the journal
 * has happened. Throws if the event names something that the state lacks, because the journal is then broken.
 */
export function evolve(state: State, event: Event): State {
  const { at } = event
  state.at = Math.max(state.at, at)
  // The first event begins the first trading day: there is no earlier one that could end.
  if (state.day === 0) state.day = tradingDay(at)

  switch (event.type) {
    case 'advertDrafted': {
      addAdvert(state, event, event)
      if (event.parentAdvertId) knownAdvert(state, event.parentAdvertId).residualId = event.advertId
      break
    }
    case 'advertSubmitted': {
      const advert = event.replaces
        ? replaceDeadAdvert(state, event, event.replaces)
        : knownAdvert(state, event.advertId)
      // Also while it waits for matching hours, during which it queues (docs/rules.md §4).
      advert.priorityTime = at
      setTerms(state, advert, event, event.advertisementStatus)
      advert.submitTime = at
      knownTrader(state, event.traderId).counts.upload += 1
      break
    }
    case 'advertModified': {
      const advert = knownAdvert(state, event.advertId)
      if (!event.keepsPriority) advert.priorityTime = at
      setTerms(state, advert, event, event.advertisementStatus)
      advert.isModified = true
      break
    }
    case 'advertTriggered': {
      // The trigger does not reset: the releases of the same or the next sweep make the advert live.
      const advert = knownAdvert(state, event.advertId)
      changeIndexed(state, advert, () => {
        advert.advertTriggerSatisfied = true
        advert.priorityTime = at
      })
      break
    }
    case 'advertLimitCrossed': {
      const { isBeyond } = event
      changeIndexed(state, knownAdvert(state, event.advertId), (advert) => {
        advert.isBeyondLimit = isBeyond
        // Within its limit again, the releases of the same sweep make it live, with its old priority time.
        if (isBeyond) advert.advertisementStatus = 'SENT'
      })
      break
    }
    case 'advertReleased': {
      knownAdvert(state, event.advertId).priorityTime = event.priorityTime
      setAdvertStatus(state, event.advertId, 'LIVE')
      break
    }
    case 'advertPaused': {
      knownAdvert(state, event.advertId).isPausedByHead = event.by === 'DESK_HEAD'
      setAdvertStatus(state, event.advertId, 'PAUSED')
      break
    }
    case 'advertResumed': {
      const advert = knownAdvert(state, event.advertId)
      advert.priorityTime = at
      advert.settledSince = at
      advert.isPausedByHead = false
      advert.automaticSince = null
      if (event.isAutomatic) advert.resumes += 1
      setAdvertStatus(state, event.advertId, event.advertisementStatus)
      break
    }
    case 'advertCancelled': {
      const { causeOfDeath, errorCode } = event
      const advert = knownAdvert(state, event.advertId)
      const { counts } = knownTrader(state, advert.traderId)
      advert.errorCode = errorCode
      if (causeOfDeath === 'CANCELLED_BY_USER') counts.cancel += 1
      if (causeOfDeath === 'CANCEL_TRIGGER' || causeOfDeath === 'INDEX_RELATIVE_CANCEL')
        counts.triggerCancel += 1
      endAdvert(state, event.advertId, causeOfDeath, at)
      break
    }
    case 'advertExpired': {
      const advert = knownAdvert(state, event.advertId)
      const isRenewed = renewsAtExpiry(state, advert)
      endAdvert(state, event.advertId, 'EXPIRED', at)
      if (isRenewed) advert.automaticSince = at
      break
    }
    case 'contraLocated': {
      openLocate(state, event)
      break
    }
    case 'locateAnswered': {
      const { side, answer } = event
      const locate = knownLocate(state, event.locateId)
      const { counts } = knownTrader(state, locate.traderIds[side])
      locate.answers = { ...locate.answers, [side]: answer }
      locate.excused = { ...locate.excused, [side]: event.excused }
      if (event.knockedOut) {
        const { BUY, SELL } = event.knockedOut
        locate.knockedOut = { BUY: BUY || locate.knockedOut.BUY, SELL: SELL || locate.knockedOut.SELL }
      }
      if (answer === 'ACCEPT') counts.accept += 1
      else counts.decline += 1
      setAdvertStatus(state, advertIdOn(locate, side), 'LOCATED')
      break
    }
    case 'locateFailed': {
      failLocate(state, event)
      break
    }
    case 'locateWithdrawn': {
      withdrawLocate(state, event)
      break
    }
    case 'connectionAgreed': {
      const locate = knownLocate(state, event.locateId)
      closeLocate(state, locate, { BUY: 'ACCEPTED', SELL: 'ACCEPTED' }, at)
      for (const side of directions) {
        const contraFirmId = locate.firmIds[opposite(side)]
        const owner = knownTrader(state, locate.traderIds[side])
        const { agreementId: acceptedAgreementId } = event
        addScore(state, owner, { at, score: answerScores.accept, contraFirmId, acceptedAgreementId })
        const advert = knownAdvert(state, advertIdOn(locate, side))
        setLastOffer(state, advert, locate.locateQuantity + locate.residual[side], at)
        advert.quantityRemaining = locate.residual[side]
        advert.agreedLocateId = locate.locateId
        setAdvertStatus(state, advert.id, 'COMPLETED')
      }
      addAgreement(state, locate, event)
      break
    }
    case 'brokerConnected': {
      const agreement = knownAgreement(state, event.agreementId)
      agreement.handed = { ...agreement.handed, [event.side]: true }
      break
    }
    case 'executionConfirmed':
    case 'executionUndone': {
      const received = event.type === 'executionConfirmed'
      const agreement = knownAgreement(state, event.agreementId)
      const change = { at, brokerUserId: event.brokerUserId, received }
      agreement.received = { ...agreement.received, [event.side]: received }
      agreement.lastChange = { ...agreement.lastChange, [event.side]: change }
      setHandovers(state, agreement)
      break
    }
    case 'notExecutedReported': {
      const { brokerUserId, atFault } = event
      setNotExecuted(state, knownAgreement(state, event.agreementId), { at, brokerUserId, atFault }, at)
      break
    }
    case 'notExecutedWithdrawn': {
      setNotExecuted(state, knownAgreement(state, event.agreementId), null, at)
      break
    }
    case 'executionReported':
    case 'executionCorrected':
    case 'executionWithdrawn': {
      const agreement = knownAgreement(state, event.agreementId)
      setExecution(agreement, event)
      setHandovers(state, agreement)
      break
    }
    case 'referenceChanged': {
      checkRulesVersion(event.reference.rulesVersion ?? state.rulesVersion, state.rulesVersion)
      setReference(state, event.reference)
      break
    }
    case 'presenceChanged': {
      const trader = knownTrader(state, event.traderId)
      trader.present = event.present
      if (event.present) addTraderCandidates(state, trader)
      // An owner who comes back decides, and no automatic rule.
      else for (const id of trader.advertIds) knownAdvert(state, id).automaticSince = null
      break
    }
    case 'tradingDayEnded': {
      beginTradingDay(state, event)
      break
    }
    case 'ratingAged': {
      const trader = knownTrader(state, event.traderId)
      setLedger(state, trader, withAgeing(trader.ledger, at, state.limits))
      break
    }
    case 'marketStatusChanged': {
      const { securityId, error } = event
      // The time since which a market is not fresh stays when only the reason changes (docs/rules.md §12).
      const since = state.markets.get(securityId)?.since ?? at
      if (error === null) state.markets.delete(securityId)
      else state.markets.set(securityId, { error, since })
      break
    }
    case 'haltChanged': {
      setHalted(state, event.target, event.halted)
      // After a halt ends, adverts may be located at once. While it lasts, a sweep finds no pair among them.
      addAllCandidates(state.index)
      break
    }
    case 'matchExplained':
    case 'surveillanceViewed':
    case 'advertsViewed':
      break
    default:
      event satisfies never
      throw new LaterVersion(`an event '${(event as { type: string }).type}' that this version does not know`)
  }
  return state
}

/** Applies events in order, in place, and returns the state. */
export function fold(state: State, events: Iterable<Event>): State {
  for (const event of events) evolve(state, event)
  return state
}

function setHalted({ halts }: State, target: HaltTarget, halted: boolean): void {
  switch (target.kind) {
    case 'PLATFORM':
      halts.platform = halted
      return
    case 'FIRM':
      setMember(halts.firms, target.firmId, halted)
      return
    case 'SECURITY':
      setMember(halts.securities, target.securityId, halted)
  }
}

function setMember(set: Set<string>, id: string, isIn: boolean): void {
  if (isIn) set.add(id)
  else set.delete(id)
}

/**
 * Applies the events of a command to the state, and drops the candidates of the securities that a sweep has
 * matched: no pair is left there until something changes.
 */
export function applyEvents(state: State, command: Command, events: readonly Event[]): State {
  fold(state, events)
  dropMatchedCandidates(state, command)
  return state
}
