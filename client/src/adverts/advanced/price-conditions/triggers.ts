import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertCan } from '@aitai/engine/adverts/status-actions.ts'
import { fromWireTerms } from '@aitai/engine/adverts/terms.ts'
import type { LevelKind } from '@aitai/engine/adverts/trigger-levels.ts'
import {
  changesTrigger,
  hasFired,
  mayArm,
  type Trigger,
  triggerKinds,
  triggers,
  validateArming,
  validateTriggers,
} from '@aitai/engine/adverts/trigger-validation.ts'
import type { AdvertTerms, Direction } from '@aitai/engine/model/advert.ts'
import { defaultLimits, ratingRange } from '@aitai/engine/model/limits.ts'
import type { Yen } from '@aitai/engine/model/price.ts'
import type { Refusal } from '@aitai/engine/model/refusals.ts'
import { indexRange } from '../../../ui/format/percent.ts'
import { refusedTerm, type Terms } from '../../terms.ts'
import { levelAt, offsetAt, type PricedSecurity, toEngineSecurity } from './trigger-levels.ts'

/** What is edited among the price conditions, in order. */
export const priceConditions = ['limit', ...triggerKinds] as const
export type PriceCondition = (typeof priceConditions)[number]

/** The fields of an advert that its triggers depend on; offsets in percent. */
export type TriggerState = Pick<
  Advert,
  'advertisementStatus' | 'advertTriggerSatisfied' | 'advertisingTriggerOffset' | 'knockoutTriggerOffset'
>

export interface TriggerContext {
  readonly advert: TriggerState
  readonly sent: Terms
  readonly terms: Terms
  /** Null while unknown; the server validates in any case. */
  readonly rating: number | null
  /** Whether matching runs at the official close now. */
  readonly afterHours: boolean
}

type TriggerLockReason = 'frozen' | 'satisfied' | 'rating'

/** The advert as the engine would modify it; null for a draft and a dead one, which are sent as new ones. */
const modifiedOf = (advert: TriggerState, sent: Terms) =>
  advertCan('submit', advert)
    ? null
    : { terms: fromWireTerms(sent), advertTriggerSatisfied: advert.advertTriggerSatisfied }

/** What the engine decides by whether the advertising trigger may be changed. */
const armingContextOf = ({ advert, sent, rating }: TriggerContext) => ({
  modified: modifiedOf(advert, sent),
  rating: rating ?? ratingRange.max,
  limits: defaultLimits,
})

/** Why a trigger cannot be switched now; null if it can. Low ratings may still switch it off. */
export function triggerLockReason(trigger: Trigger, context: TriggerContext): TriggerLockReason | null {
  if (context.afterHours) return 'frozen'
  if (trigger !== 'advertising') return null
  const arming = armingContextOf(context)
  if (hasFired(arming.modified)) return 'satisfied'
  return context.terms.advertisingTriggerActivated || mayArm(arming) ? null : 'rating'
}

/** The last saved level of a trigger, converted to the current direction. */
function savedLevel(
  kind: LevelKind,
  advert: TriggerState,
  sent: Terms,
  direction: Direction,
  equity: PricedSecurity,
): number {
  const level = sent[triggers[kind].value]
  if (level !== null && direction === sent.direction) return level
  const unsaved = kind === 'advertising' ? advert.advertisingTriggerOffset : advert.knockoutTriggerOffset
  const offset = level === null ? unsaved : Math.max(0, offsetAt(level, kind, sent.direction, equity))
  return levelAt(offset, kind, direction, equity)
}

type Changes = Partial<Terms>

/**
 * The changes of terms when a trigger is switched. Off restores the saved value. On keeps the current value; the
 * index-relative one is at least its minimum, because saved preferences may contain 0.
 */
export function termsAfterSwitch(
  trigger: Trigger,
  on: boolean,
  { advert, sent, terms }: TriggerContext,
  equity: PricedSecurity,
): Changes {
  const { on: name, value } = triggers[trigger]
  if (trigger === 'indexRelative') {
    const saved = sent.indexRelativeKOTrigger
    const proposed = saved === null || saved < indexRange.min ? indexRange.min : saved
    return { [name]: on, [value]: on ? proposed : saved }
  }
  const saved = savedLevel(trigger, advert, sent, terms.direction, equity)
  // A draft saved without a level must not look changed when the trigger is switched off.
  const off = terms.direction === sent.direction ? sent[triggers[trigger].value] : saved
  return { [name]: on, [value]: on ? (terms[triggers[trigger].value] ?? saved) : off }
}

/**
 * The changes of terms when the direction changes: both levels move to the other side of the close at the same
 * offset (docs/rules.md §11). Changing back restores the levels exactly as sent.
 */
export function termsAfterDirectionChange(
  direction: Direction,
  advert: TriggerState,
  sent: Terms,
  terms: Terms,
  equity: PricedSecurity,
): Changes {
  if (direction === terms.direction) return {}
  const mirrored = (kind: LevelKind, from: Terms): Yen | null => {
    const level = from[triggers[kind].value]
    if (level === null) return null
    const to = from.direction === 'BUY' ? 'SELL' : 'BUY'
    return levelAt(Math.max(0, offsetAt(level, kind, from.direction, equity)), kind, to, equity)
  }
  const level = (kind: LevelKind): Yen | null =>
    direction === sent.direction && mirrored(kind, sent) === terms[triggers[kind].value]
      ? sent[triggers[kind].value]
      : mirrored(kind, terms)
  const isFixed = hasFired(modifiedOf(advert, sent))
  const advertising = isFixed ? {} : { advertisingTrigger: level('advertising') }
  return { direction, ...advertising, knockoutTrigger: level('knockout') }
}

const allOff = {
  limitPrice: null,
  advertisingTriggerActivated: false,
  knockoutTriggerActivated: false,
  indexRelativeKOTriggerActivated: false,
} as const

/**
 * What the engine would refuse, by trigger, to be shown at its field before anything is sent. Two levels in the
 * wrong order are reported at the knockout.
 */
export function triggerRefusals(
  context: TriggerContext,
  equity: PricedSecurity,
): Partial<Record<Trigger, Refusal>> {
  const terms = fromWireTerms(context.terms)
  const security = toEngineSecurity(equity)
  const refusalOf = (only: Partial<AdvertTerms>): Refusal | null =>
    validateTriggers({ ...terms, ...allOff, ...only }, security, defaultLimits)
  const [advertising, knockout, indexRelative] = triggerKinds.map((kind) =>
    refusalOf({ [triggers[kind].on]: terms[triggers[kind].on] }),
  )
  const order =
    advertising || knockout
      ? null
      : refusalOf({ ...terms, limitPrice: null, indexRelativeKOTriggerActivated: false })
  const arming = validateArming(terms, armingContextOf(context))
  return {
    ...(advertising || arming ? { advertising: advertising ?? arming ?? undefined } : {}),
    ...(knockout || order ? { knockout: knockout ?? order ?? undefined } : {}),
    ...(indexRelative ? { indexRelative } : {}),
  } as Partial<Record<Trigger, Refusal>>
}

/** What the engine would refuse about the limit price, or null. Triggers that are wrong themselves say so. */
export function limitRefusal(context: TriggerContext, equity: PricedSecurity): Refusal | null {
  const found = triggerRefusals(context, equity)
  const { terms } = context
  const refusal = validateTriggers(
    {
      ...fromWireTerms(terms),
      indexRelativeKOTriggerActivated: false,
      advertisingTriggerActivated: terms.advertisingTriggerActivated && !found.advertising,
      knockoutTriggerActivated: terms.knockoutTriggerActivated && !found.knockout,
    },
    toEngineSecurity(equity),
    defaultLimits,
  )
  return refusal
}

/**
 * The trigger that a server's refusal is about; null for a refusal about something else. Of a code that is about
 * several triggers it is the first that is outside its limits, or that was changed.
 */
export function refusedTrigger(
  { errorCode, variables }: Pick<Refusal, 'variables'> & { readonly errorCode: string },
  terms: Terms,
  sent: Terms,
): Trigger | null {
  const term = refusedTerm(errorCode)
  const trigger = triggerKinds.find((kind) => Object.values(triggers[kind]).some((name) => name === term))
  if (errorCode === 'TRIGGER-LEVEL' && !isOutside(terms, variables)) return 'knockout'
  if (errorCode === 'TRIGGER-FROZEN') return firstChanged(sent, terms) ?? trigger ?? null
  return trigger ?? null
}

const firstChanged = (was: Terms, is: Terms): Trigger | undefined =>
  triggerKinds.find((kind) => changesTrigger(kind, fromWireTerms(was), fromWireTerms(is)))

/** Whether the advertising trigger is outside the server's limits, which may be newer than the client's. */
function isOutside(terms: Terms, variables: Refusal['variables'] = {}): boolean {
  const { advertisingTriggerActivated: isOn, advertisingTrigger: level } = terms
  if (!isOn) return false
  if (!terms.knockoutTriggerActivated) return true
  return level === null || level < Number(variables.min) || level > Number(variables.max)
}
