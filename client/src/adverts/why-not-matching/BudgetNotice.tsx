import type { Advert } from '@aitai/contract/schemas/adverts.ts'
import { skipToken } from '@reduxjs/toolkit/query/react'
import { useWhyNotMatchingQuery } from '../../app/api/desk-api.ts'
import { intervals } from '../../intervals.ts'
import { useText } from '../../ui/text/use-text.ts'
import { isExplained } from './reason-text.ts'

/** The widest first: only one fits into the banner, and the explanation lists all. */
const budgets = ['FIRM_BUDGET', 'TRADER_BUDGET', 'SECURITY_BUDGET'] as const

/**
 * Says that no more locates are made for an active advert today, because failures of the trader or the
 * institution have used up a budget (docs/rules.md §21). Polled, because a colleague's failure is not pushed.
 */
export function BudgetNotice({ advert }: { advert: Advert }) {
  const text = useText()
  const { currentData: reasons } = useWhyNotMatchingQuery(
    isExplained(advert) ? { id: advert.id } : skipToken,
    { pollingInterval: intervals.whyNotPoll },
  )
  const budget = budgets.find((code) => reasons?.some((reason) => reason.code === code))
  return (
    <span
      role="status"
      className="status-banner-budget"
      title={budget ? text(`whyNot.${budget}`) : undefined}
    >
      {budget ? text(`advert.banner.${budget}`) : ''}
    </span>
  )
}
