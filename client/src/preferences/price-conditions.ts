import { halfWidth } from '../ui/format/format.ts'

/** The price conditions, by the words that the desk has for them. */
export const priceConditionNames = ['advertising', 'knockout', 'indexRelative'] as const
export type PriceConditionName = (typeof priceConditionNames)[number]

const fields = {
  advertising: { status: 'advertTriggerStatus', offset: 'advertTriggerOffset' },
  knockout: { status: 'knockoutTriggerStatus', offset: 'knockoutTriggerOffset' },
  indexRelative: { status: 'indexRelativeStatus', offset: 'indexRelativeOffset' },
} as const

/** What a condition is called in the preferences: its switch, and its percentage. */
export const conditionFields = (condition: PriceConditionName) => fields[condition]

/**
 * Any number as typed: whether it is too small, too large or too fine is for the form to say. Null for what
 * is none.
 */
export function parseOffset(typed: string): number | null {
  const text = halfWidth(typed)
    .replace(/[\s%]/g, '')
    .replace(/^[\u2212ー―]/, '-')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : null
}
