import { staffGrants } from '@aitai/contract/codes.ts'
import type { Approval } from '@aitai/contract/schemas/console/approvals.ts'
import { startOfTradingDay, tradingDay } from '@aitai/engine/calendar/trading-days.ts'
import { formatExactYenWithShort } from '../../ui/format/amounts.ts'
import { formatMoment, formatTimeWithZone, formatTradingDay } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { Column } from '../ConsoleTable.tsx'
import { FactList } from '../FactList.tsx'
import { useSettingName, useSettingValue } from '../reference/setting-text.ts'
import { useActorName } from '../use-actor-name.ts'
import { useDate } from '../use-date.ts'

/** What exactly is requested, by whom, when and why: the first columns of both tables. */
export function useApprovalColumns(): readonly Column<Approval>[] {
  const text = useText()
  const language = useLanguage()
  const actorName = useActorName()
  return [
    {
      title: text('operations.approvals.what'),
      className: 'approvals-what',
      cell: (approval) => (
        <>
          {text(`operations.approvals.command.${approval.command}`)}{' '}
          <code className="approvals-id">{approval.id}</code>
          <ShownArguments approval={approval} />
        </>
      ),
    },
    {
      title: text('operations.approvals.by'),
      className: 'approvals-by',
      cell: (approval) => (
        <>
          {actorName(approval)}
          <span className="approvals-when">{formatTimeWithZone(Date.parse(approval.askedAt), language)}</span>
        </>
      ),
    },
    {
      title: text('operations.approvals.reason'),
      className: 'approvals-reason',
      cell: ({ reason }) => reason,
    },
  ]
}

/** The arguments, one below the other; of a limit what it is now and what it is to be. */
function ShownArguments({ approval: { shown } }: { approval: Approval }) {
  const text = useText()
  const valueText = useValueText()
  if (shown.length === 0) return null
  const nowOf = (name: string) => shown.find((each) => each.name === `${name}Now`)
  return (
    <FactList
      className="approvals-shown"
      facts={shown
        // What stays as it is would hide what changes.
        .filter(({ name, value }) => !name.endsWith('Now') && value !== nowOf(name)?.value)
        .map((argument) => {
          const now = nowOf(argument.name)
          return [
            text(`operations.approvals.shown.${argument.name}`),
            now ? `${unbroken(valueText(now))} → ${unbroken(valueText(argument))}` : valueText(argument),
          ]
        })}
    />
  )
}

/** Two amounts break between them, and not after a currency. */
const unbroken = (value: string): string => value.replaceAll(' ', '\u00a0')

/** What exactly is requested, and why, in the question before a decision. */
export function RequestedAction({ approval }: { approval: Approval }) {
  const text = useText()
  return (
    <>
      <ShownArguments approval={approval} />
      <p>
        {text('operations.approvals.askedBecause')}: <q>{approval.reason}</q>
      </p>
    </>
  )
}

/**
 * The trading day at an end of the period of an export; null for a time within a day, which only the command line
 * takes. The requester chose the last day, and not the midnight after it.
 */
function wholeDay(name: 'from' | 'to', at: number): number | null {
  const day = tradingDay(at)
  if (startOfTradingDay(day) !== at) return null
  return name === 'to' ? day - 1 : day
}

type ShownValue = Approval['shown'][number]
type ValueTexts = { readonly [Name in ShownValue['name']]?: (value: string) => string }

/** Returns a function that writes the value of an argument in the reader's language. */
function useValueText(): (argument: ShownValue) => string {
  const text = useText()
  const textOf = useValueTexts()
  return ({ name, value }) => {
    if (value === '') return text('operations.approvals.shown.none')
    if (value === 'true' || value === 'false') return text(`operations.approvals.shown.${value}`)
    return textOf[name]?.(value) ?? value
  }
}

/** How the values of arguments are written that are more than a name or a text. */
function useValueTexts(): ValueTexts {
  const text = useText()
  const language = useLanguage()
  const settingName = useSettingName()
  const settingValue = useSettingValue()
  const amount = (value: string): string => formatExactYenWithShort(Number(value), language)
  const moment = (value: string): string => formatMoment(Date.parse(value), language)
  const periodEnd = (end: 'from' | 'to', value: string): string => {
    const day = wholeDay(end, Date.parse(value))
    return day === null
      ? moment(value)
      : text('operations.approvals.shown.day', { day: formatTradingDay(language, day) })
  }
  const factor = (value: string): string =>
    text(`operations.approvals.factor.${value === 'any' ? 'any' : 'passkey'}`)
  return {
    largestNotionalNow: amount,
    largestNotional: amount,
    largestLiveNotionalNow: amount,
    largestLiveNotional: amount,
    at: moment,
    from: (value) => periodEnd('from', value),
    to: (value) => periodEnd('to', value),
    effectiveFrom: useDate(),
    format: (value) => value.toUpperCase(),
    setting: (value) => {
      const [, setting = value, now = '', then = ''] = /^([\w.]+): (.+) → (.+)$/.exec(value) ?? []
      return `${settingName({ name: setting })} ${settingValue(now)} → ${settingValue(then)}`
    },
    requiredFactorNow: factor,
    requiredFactor: factor,
    grant: (value) => {
      const grant = staffGrants.find((each) => each === value)
      return grant ? text(`operations.grant.${grant}`) : value
    },
  }
}
