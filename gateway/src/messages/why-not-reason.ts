import type { WhyNot } from '@aitai/contract/schemas/adverts.ts'
import { tokyoIsoTime } from '@aitai/engine/calendar/iso-times.ts'
import { isTextKey, textIn } from '@aitai/messages/texts.ts'
import { type FixRefusal, oneLine } from './refusal.ts'

/** Why an order is not matched, for a reply to a status request: the codes, and one sentence for each. */
export const whyNotReasons = (reasons: readonly WhyNot[]): FixRefusal => ({
  code: reasons.map(({ code }) => code).join(' '),
  text: oneLine(reasons.map((reason) => sentence(reason)).join(' ')),
})

function sentence({ code, values }: WhyNot): string {
  const shown = Object.entries(values).map(([name, value]) => [name, valueText(name, value)])
  return textIn('En', `whyNot.${code}`, Object.fromEntries(shown))
}

function valueText(name: string, value: string | number): string {
  if (name === 'time') return `${tokyoIsoTime(Number(value)).slice(11, 19)} JST`
  if (typeof value === 'number')
    return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value)
  const key = `whyNot.market.${value}`
  return isTextKey(key) ? textIn('En', key) : value
}
