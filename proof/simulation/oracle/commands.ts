import type { Command, CommandOf } from '@aitai/engine/model/commands.ts'
import type { State } from '@aitai/engine/model/state.ts'
import { isAutomaticallyDue, isPausedByHead } from './adverts.ts'
import { automaticText, eventText, sidesText } from './event-text.ts'
import { expectedExecutionReport } from './executions.ts'
import { expectedAnswer, expectedWithdrawal, nobody } from './locates.ts'
import type { OracleMemory } from './memory.ts'
import {
  expectedModify,
  expectedResidual,
  expectedSubmit,
  haltCode,
  isListed,
  isTooLarge,
  openAdvertOf,
} from './submissions.ts'
import { expectedDayEnd, openLocates } from './sweep.ts'
import { dateOf } from './trading-hours.ts'

/** The expected result of any command except a sweep: the code of a refusal, or its events as lines. */
export function expectedOfCommand(
  memory: OracleMemory,
  state: State,
  command: Exclude<Command, { type: 'sweep' }>,
): string[] {
  switch (command.type) {
    case 'answerLocate':
      return expectedAnswer(memory, state, command)
    case 'createAdvert':
      return expectedDraft(state, command)
    case 'submitAdvert':
      return expectedSubmit(memory, state, command)
    case 'modifyAdvert':
      return expectedModify(memory, state, command)
    case 'createResidual':
      return expectedResidual(state, command)
    case 'pauseAdvert':
    case 'resumeAdvert':
    case 'cancelAdvert':
      return expectedTurn(memory, state, command)
    case 'changeHalt':
      return expectedHaltChange(memory, state, command)
    case 'confirmExecution':
    case 'undoExecution':
      return expectedExecution(state, command)
    case 'reportNotExecuted':
      return expectedReport(memory, state, command)
    case 'withdrawNotExecuted':
      return expectedReportWithdrawal(memory, state, command)
    case 'reportExecution':
    case 'correctExecution':
    case 'withdrawExecution':
      return expectedExecutionReport(memory, state, command)
    case 'connectBroker':
      return expectedHanding(state, command)
    case 'setPresence':
      return state.traders.get(command.traderId)?.present === command.present ? [] : ['presenceChanged ']
    case 'endSession':
      return expectedLeaving(state, command)
    case 'explainMatch':
      return ['matchExplained ']
    case 'viewSurveillance':
      return ['surveillanceViewed ']
    case 'viewAdverts':
      return ['advertsViewed ']
    case 'cancelAdvertByStaff':
      return expectedCancelByStaff(state, command)
    case 'changeReference':
      return [
        ...(command.reference.limits ? expectedDayEnd(memory, state, command.at) : []),
        'referenceChanged ',
        ...expectedDelistings(memory, state, command),
      ]
  }
}

function expectedDraft(
  state: State,
  { traderId, securityId, advertId }: CommandOf<'createAdvert'>,
): string[] {
  const firmId = state.traders.get(traderId)?.firmId
  if (!isListed(state, securityId)) return ['SECURITY-NOT-FOUND']
  return [openAdvertOf(state, firmId, securityId) ? 'ADVERT-ERROR-001' : `advertDrafted ${advertId}`]
}

/** Pause, resume and cancel (docs/rules.md §2, docs/specification.md §4). Repeating them has no effect. */
function expectedTurn(
  { adverts, automatic }: OracleMemory,
  state: State,
  command: CommandOf<'pauseAdvert' | 'resumeAdvert' | 'cancelAdvert'>,
): string[] {
  const { type, traderId, advertId, deskHeadId, at } = command
  const advert = state.adverts.get(advertId)
  if (advert?.traderId !== traderId) return ['ADVERT-NOT-FOUND']
  const isByHead = deskHeadId !== undefined
  const head = isByHead ? state.traders.get(deskHeadId) : undefined
  // Only a desk head of the owner's firm acts for a colleague (docs/rules.md §15).
  if (isByHead && !(head?.isDeskHead && head.firmId === advert.firmId)) return ['ADVERT-NOT-FOUND']
  const by = isByHead ? ` by ${deskHeadId}` : ''
  const { advertisementStatus: status, causeOfDeath } = advert
  if (type === 'pauseAdvert') {
    if (status === 'PAUSED') return []
    return [status === 'SENT' || status === 'LIVE' ? `advertPaused ${advertId}${by}` : 'ADVERT-ERROR-007']
  }
  if (type === 'cancelAdvert') {
    if (causeOfDeath === 'CANCELLED_BY_USER') return []
    const isOpen = status === 'SENT' || status === 'LIVE' || status === 'PAUSED'
    return [isOpen ? `advertCancelled ${advertId} CANCELLED_BY_USER null${by}` : 'ADVERT-ERROR-002']
  }
  if (status !== 'PAUSED') return ['ADVERT-ERROR-003']
  if (isByHead && !(isPausedByHead(adverts, advert) && state.traders.get(traderId)?.present))
    return ['ADVERT-ERROR-003']
  const isAutomatic = command.type === 'resumeAdvert' && command.isAutomatic
  if (isAutomatic && !isAutomaticallyDue(automatic, advert, at)) return ['ADVERT-ERROR-003']
  const halted = haltCode(state, advert)
  if (halted) return [halted]
  if (Number(advert.expiryDate) <= at) return ['ADVERT-ERROR-003']
  const isRefused = isTooLarge(state, advert, advert.quantityRemaining, command.price ?? 0, false)
  return [
    isRefused
      ? 'ADVERT-ERROR-014'
      : `advertResumed ${advertId}${by}${automaticText(isAutomatic ? { isAutomatic } : {})}`,
  ]
}

/** The operator cancels what its owner could, but sees no draft (docs/rules.md §15). */
function expectedCancelByStaff(state: State, { advertId }: CommandOf<'cancelAdvertByStaff'>): string[] {
  const { advertisementStatus: status = 'UNSENT', causeOfDeath } = state.adverts.get(advertId) ?? {}
  if (status === 'UNSENT') return ['ADVERT-NOT-FOUND']
  if (causeOfDeath === 'CANCELLED_BY_OPERATOR') return []
  const isOpen = status === 'SENT' || status === 'LIVE' || status === 'PAUSED'
  return [isOpen ? `advertCancelled ${advertId} CANCELLED_BY_OPERATOR null` : 'ADVERT-ERROR-002']
}

/** A halt withdraws the locates that it affects. */
function expectedHaltChange(
  memory: OracleMemory,
  state: State,
  { target, halted, at }: CommandOf<'changeHalt'>,
): string[] {
  const { platform, firms, securities } = state.halts
  const was =
    target.kind === 'PLATFORM'
      ? platform
      : target.kind === 'FIRM'
        ? firms.has(target.firmId)
        : securities.has(target.securityId)
  if (was === halted) return []
  const touched = [...state.locates.values()].filter(({ outcome, firmIds, securityId }) => {
    if (outcome || !halted) return false
    if (target.kind === 'PLATFORM') return true
    if (target.kind === 'SECURITY') return target.securityId === securityId
    return [firmIds.BUY, firmIds.SELL].includes(target.firmId)
  })
  const withdrawn = touched.map((locate) => expectedWithdrawal(memory, state, locate, nobody, at))
  return ['haltChanged ', ...withdrawn.map(eventText)]
}

/** Withdraws the open locates of a delisted security, unscored, and ends its sent adverts (docs/rules.md §26). */
function expectedDelistings(
  memory: OracleMemory,
  state: State,
  { reference, at }: CommandOf<'changeReference'>,
): string[] {
  const isDelisted = (securityId: string): boolean =>
    isListed(state, securityId) &&
    (reference.securities ?? []).some((each) => each.securityId === securityId && each.isDelisted === true)
  const locates = openLocates(state).filter(({ securityId }) => isDelisted(securityId))
  const sent = [...state.adverts.values()].filter(
    ({ advertisementStatus: status, securityId }) =>
      isDelisted(securityId) && !['UNSENT', 'COMPLETED', 'DEAD'].includes(status),
  )
  return [
    ...locates.map((locate) => eventText(expectedWithdrawal(memory, state, locate, nobody, at))),
    ...sent
      .sort((a, b) => a.sequence - b.sequence)
      .map(({ id }) => `advertCancelled ${id} INACTIVE_MARKET MARKET-ERROR-004`),
  ]
}

/** Only by the executing broker, and undone on the same day only (docs/rules.md §9). */
function expectedExecution(
  state: State,
  { type, agreementId, brokerId, side, at }: CommandOf<'confirmExecution' | 'undoExecution'>,
): string[] {
  const agreement = state.agreements.get(agreementId)
  if (agreement?.brokerId !== brokerId) return ['AGREEMENT-NOT-FOUND']
  const undo = type === 'undoExecution'
  if (undo && dateOf(agreement.agreedAt) !== dateOf(at)) return ['AGREEMENT-DAY-OVER']
  if (agreement.received[side] !== undo) return []
  return [undo ? 'executionUndone ' : 'executionConfirmed ']
}

/**
 * Only by the executing broker, until the end of the agreement's day. The same report again has no effect, one with
 * other sides corrects it (docs/rules.md §24).
 */
function expectedReport(
  { notExecuted, executions }: OracleMemory,
  state: State,
  { agreementId, brokerId, brokerUserId, atFault, at }: CommandOf<'reportNotExecuted'>,
): string[] {
  const refusal = reportRefusal(state, agreementId, brokerId, at)
  if (refusal) return [refusal]
  if (!atFault.BUY && !atFault.SELL) return ['EXECUTION-FAULT']
  if (executions.get(agreementId)?.size) return ['EXECUTION-EXISTS']
  const before = notExecuted.get(agreementId)?.atFault
  const isSame = before?.BUY === atFault.BUY && before.SELL === atFault.SELL
  return isSame ? [] : [`notExecutedReported ${agreementId} ${sidesText(atFault)} by ${brokerUserId}`]
}

function expectedReportWithdrawal(
  { notExecuted }: OracleMemory,
  state: State,
  { agreementId, brokerId, brokerUserId, at }: CommandOf<'withdrawNotExecuted'>,
): string[] {
  const refusal = reportRefusal(state, agreementId, brokerId, at)
  if (refusal) return [refusal]
  return notExecuted.has(agreementId) ? [`notExecutedWithdrawn ${agreementId} by ${brokerUserId}`] : []
}

function reportRefusal(state: State, agreementId: string, brokerId: string, at: number): string | null {
  const agreement = state.agreements.get(agreementId)
  if (agreement?.brokerId !== brokerId) return 'AGREEMENT-NOT-FOUND'
  return dateOf(agreement.agreedAt) === dateOf(at) ? null : 'AGREEMENT-DAY-OVER'
}

/** A trader of the agreement contacts the broker, once (docs/rules.md §9). */
function expectedHanding(state: State, { agreementId, traderId }: CommandOf<'connectBroker'>): string[] {
  const agreement = state.agreements.get(agreementId)
  const side = (['BUY', 'SELL'] as const).find((each) => agreement?.traderIds[each] === traderId)
  if (!agreement || !side) return ['AGREEMENT-NOT-FOUND']
  return agreement.handed[side] ? [] : ['brokerConnected ']
}

/** The end of a session pauses sent and live adverts and makes the trader absent (docs/rules.md §16). */
function expectedLeaving(state: State, { traderId }: CommandOf<'endSession'>): string[] {
  const paused = [...state.adverts.values()].filter(
    (advert) => advert.traderId === traderId && ['SENT', 'LIVE'].includes(advert.advertisementStatus),
  )
  const isPresent = state.traders.get(traderId)?.present === true
  return [...paused.map(({ id }) => `advertPaused ${id}`), ...(isPresent ? ['presenceChanged '] : [])]
}
