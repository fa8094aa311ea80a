import type { WhyNot } from '@aitai/contract/schemas/adverts.ts'
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

const tokyoClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Tokyo',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

function valueText(name: string, value: string | number): string {
  if (name === 'time') return `${tokyoClock.format(Number(value))} JST`
  if (typeof value === 'number')
    return new Intl.NumberFormat('en', { maximumFractionDigits: 1 }).format(value)
  const key = `whyNot.market.${value}`
  return isTextKey(key) ? textIn('En', key) : value
}
