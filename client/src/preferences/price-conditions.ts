import { halfWidth } from '../ui/format/format.ts'

/** The price conditions by their names on the desk. */
export const priceConditionNames = ['advertising', 'knockout', 'indexRelative'] as const
type PriceConditionName = (typeof priceConditionNames)[number]

const fields = {
  advertising: { status: 'advertTriggerStatus', offset: 'advertTriggerOffset' },
  knockout: { status: 'knockoutTriggerStatus', offset: 'knockoutTriggerOffset' },
  indexRelative: { status: 'indexRelativeStatus', offset: 'indexRelativeOffset' },
} as const

/** The labels of a condition in the preferences: its switch and its percentage. */
export const conditionFields = (condition: PriceConditionName) => fields[condition]

/** Parses any number; the form validates its range and precision. Null if it is not a number. */
export function parseOffset(typed: string): number | null {
  const text = halfWidth(typed)
    .replace(/[\s%]/g, '')
    .replace(/^[\u2212ー―]/, '-')
  return /^-?(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : null
}
