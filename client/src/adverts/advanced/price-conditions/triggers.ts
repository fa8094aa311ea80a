import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { advertCan, type Direction } from '@aitai/engine/adverts/advert.ts'
import type { LevelKind } from '@aitai/engine/adverts/trigger-levels.ts'
import { validateTriggers } from '@aitai/engine/adverts/trigger-validation.ts'
import { defaultLimits } from '@aitai/engine/limits.ts'
import { yen } from '@aitai/engine/market/price.ts'
import type { Refusal } from '@aitai/engine/refusals.ts'
import { indexRange } from '../../../ui/format/percent.ts'
import type { Terms } from '../../terms.ts'
import { levelAt, offsetAt, type PricedSecurity, toEngineSecurity } from './trigger-levels.ts'

/** The three price conditions; each is a switch and a value among the terms. */
export const triggers = {
  advertising: { on: 'advertisingTriggerActivated', value: 'advertisingTrigger' },
  knockout: { on: 'knockoutTriggerActivated', value: 'knockoutTrigger' },
  indexRelative: { on: 'indexRelativeKOTriggerActivated', value: 'indexRelativeKOTrigger' },
} as const
export type Trigger = keyof typeof triggers
export const triggerKinds = ['advertising', 'knockout', 'indexRelative'] as const

/** What of an advert decides about its triggers, and which offsets its levels came from, in percent. */
export type TriggerState = Pick<
  Advert,
  'advertisementStatus' | 'advertTriggerSatisfied' | 'advertisingTriggerOffset' | 'knockoutTriggerOffset'
>

/** A trigger that has fired stays as it is, until its advert is dead and sent anew (rules 11). */
const isSatisfied = ({ advertTriggerSatisfied, advertisementStatus }: TriggerState): boolean =>
  advertTriggerSatisfied && advertisementStatus !== 'DEAD'

export interface TriggerContext {
  readonly advert: TriggerState
  readonly sent: Terms
  readonly terms: Terms
  /** Null until it is known: the server judges in any case. */
  readonly rating: number | null
  /** Whether matching runs at the official close now. */
  readonly afterHours: boolean
}

export type TriggerLockReason = 'frozen' | 'satisfied' | 'rating'

/** A rating of 41 arms an advertising trigger; one that is armed in play stays so below it (rules 11). */
const mayArm = ({ advert, sent, rating }: TriggerContext): boolean =>
  rating === null ||
  rating >= defaultLimits.armingRating ||
  (advertCan('modify', advert) && sent.advertisingTriggerActivated)

/** Why a trigger cannot be switched just now (specification 5); off can always be had where on could not. */
export function triggerLockReason(trigger: Trigger, locking: TriggerContext): TriggerLockReason | null {
  if (locking.afterHours) return 'frozen'
  if (trigger !== 'advertising') return null
  if (isSatisfied(locking.advert)) return 'satisfied'
  return locking.terms.advertisingTriggerActivated || mayArm(locking) ? null : 'rating'
}

/** The level a trigger had when the advert was last saved, for the side it is on now. */
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
 * What turning a trigger on or off changes. Off, its value is the saved one again (specification 4); on, it
 * is proposed as it stands, and the index from its smallest, since saved preferences may say 0 (rules 19).
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
  // A draft without a level is saved without one, so off must not look like a change of it.
  const off = terms.direction === sent.direction ? sent[triggers[trigger].value] : saved
  return { [name]: on, [value]: on ? (terms[triggers[trigger].value] ?? saved) : off }
}

/**
 * What turning the advert round changes: both levels go to the other side of the close, as far from it as
 * they stood (rules 11). What was only turned round comes back exactly as it was sent.
 */
export function termsAfterDirectionChange(
  direction: Direction,
  advert: TriggerState,
  sent: Terms,
  terms: Terms,
  equity: PricedSecurity,
): Changes {
  if (direction === terms.direction) return {}
  const mirrored = (kind: LevelKind, from: Terms): number | null => {
    const level = from[triggers[kind].value]
    if (level === null) return null
    const to = from.direction === 'BUY' ? 'SELL' : 'BUY'
    return levelAt(Math.max(0, offsetAt(level, kind, from.direction, equity)), kind, to, equity)
  }
  const level = (kind: LevelKind): number | null =>
    direction === sent.direction && mirrored(kind, sent) === terms[triggers[kind].value]
      ? sent[triggers[kind].value]
      : mirrored(kind, terms)
  const advertising = isSatisfied(advert) ? {} : { advertisingTrigger: level('advertising') }
  return { direction, ...advertising, knockoutTrigger: level('knockout') }
}

/** The terms in the engine's units: yen as 1/10,000 yen, percent as basis points. */
function inUnits(terms: Terms): Terms {
  const scaled = (value: number | null, by: number) => (value === null ? null : Math.round(value * by))
  return {
    ...terms,
    advertisingTrigger: scaled(terms.advertisingTrigger, yen),
    knockoutTrigger: scaled(terms.knockoutTrigger, yen),
    indexRelativeKOTrigger: scaled(terms.indexRelativeKOTrigger, 100),
  }
}

const allOff = {
  advertisingTriggerActivated: false,
  knockoutTriggerActivated: false,
  indexRelativeKOTriggerActivated: false,
} as const

/**
 * What the engine would refuse of each trigger, so that it stands at its field before anything is sent
 * (rules 11). Two levels in the wrong order are told at the knockout.
 */
export function triggerRefusals(
  locking: TriggerContext,
  equity: PricedSecurity,
): Partial<Record<Trigger, Refusal>> {
  const terms = inUnits(locking.terms)
  const security = toEngineSecurity(equity)
  const judged = (only: Partial<Terms>): Refusal | null =>
    validateTriggers({ ...terms, ...allOff, ...only }, security, defaultLimits)
  const [advertising, knockout, indexRelative] = triggerKinds.map((kind) =>
    judged({ [triggers[kind].on]: terms[triggers[kind].on] }),
  )
  const order = advertising || knockout ? null : judged({ ...terms, indexRelativeKOTriggerActivated: false })
  const rating = unarmed(locking)
  return {
    ...(advertising || rating ? { advertising: advertising ?? rating ?? undefined } : {}),
    ...(knockout || order ? { knockout: knockout ?? order ?? undefined } : {}),
    ...(indexRelative ? { indexRelative } : {}),
  } as Partial<Record<Trigger, Refusal>>
}

const unarmed = (locking: TriggerContext): Refusal | null =>
  locking.terms.advertisingTriggerActivated && !isSatisfied(locking.advert) && !mayArm(locking)
    ? { errorCode: 'TRIGGER-RATING', variables: { rating: defaultLimits.armingRating } }
    : null

/** The trigger a server's refusal is about; null for a refusal about something else. */
export function refusedTrigger(
  { errorCode, variables }: Pick<Refusal, 'variables'> & { readonly errorCode: string },
  terms: Terms,
  sent: Terms,
): Trigger | null {
  switch (errorCode) {
    case 'TRIGGER-RATING':
    case 'TRIGGER-SATISFIED':
      return 'advertising'
    case 'TRIGGER-ORDER':
      return 'knockout'
    case 'TRIGGER-INDEX':
      return 'indexRelative'
    case 'TRIGGER-LEVEL':
      return isOutside(terms, variables) ? 'advertising' : 'knockout'
    case 'TRIGGER-FROZEN':
      return triggerKinds.find((kind) => isChanged(kind, terms, sent)) ?? 'advertising'
    default:
      return null
  }
}

/** Whether it is the advertising trigger that is outside the limits the server told, which are newer. */
function isOutside(terms: Terms, variables: Refusal['variables'] = {}): boolean {
  const { advertisingTriggerActivated: isOn, advertisingTrigger: level } = terms
  if (!isOn) return false
  if (!terms.knockoutTriggerActivated) return true
  return level === null || level < Number(variables.min) || level > Number(variables.max)
}

const isChanged = (kind: Trigger, terms: Terms, sent: Terms): boolean => {
  const { on, value } = triggers[kind]
  return terms[on] !== sent[on] || (terms[on] && terms[value] !== sent[value])
}
