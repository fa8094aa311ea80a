import { staffGrants } from '@aitai/contract/codes.ts'
import type { Approval } from '@aitai/contract/schemas/console/approvals.ts'
import { Fragment } from 'react'
import { formatExactYen } from '../../ui/format/amounts.ts'
import { formatMoment } from '../../ui/format/format.ts'
import { useLanguage, useText } from '../../ui/text/use-text.ts'

/** What exactly is asked for, by whom and why: the first cells of a row. */
export function ApprovalCells({ approval }: { approval: Approval }) {
  const text = useText()
  const { id, command, by, isUser, reason } = approval
  return (
    <>
      <th scope="row">
        {text(`operations.approvals.command.${command}`)} <code className="approvals-id">{id}</code>
        <ShownArguments approval={approval} />
      </th>
      <td>{isUser ? by : text('operations.halts.byCommand', { name: by })}</td>
      <td className="approvals-reason">{reason}</td>
    </>
  )
}

/** The arguments, one below the other; of a limit what it is now and what it is to be. */
export function ShownArguments({ approval: { shown } }: { approval: Approval }) {
  const text = useText()
  const valueText = useValueText()
  if (shown.length === 0) return null
  const nowOf = (name: string) => shown.find((each) => each.name === `${name}Now`)
  return (
    <span className="approvals-shown">
      {shown
        .filter(({ name }) => !name.endsWith('Now'))
        .map((argument) => {
          const now = nowOf(argument.name)
          return (
            <Fragment key={argument.name}>
              <span>{text(`operations.approvals.shown.${argument.name}`)} </span>
              <b>
                {now && `${valueText(now)} → `}
                {valueText(argument)}
              </b>
            </Fragment>
          )
        })}
    </span>
  )
}

const amounts: readonly string[] = [
  ...['largestNotionalNow', 'largestNotional', 'largestLiveNotionalNow', 'largestLiveNotional'],
]
const times: readonly string[] = ['at', 'from', 'to']

/** Returns a function that writes the value of an argument in the reader's language. */
function useValueText(): (argument: Approval['shown'][number]) => string {
  const text = useText()
  const language = useLanguage()
  return ({ name, value }) => {
    if (value === '') return text('operations.approvals.shown.none')
    if (value === 'true' || value === 'false') return text(`operations.approvals.shown.${value}`)
    if (amounts.includes(name)) return formatExactYen(Number(value), language)
    if (times.includes(name)) return formatMoment(Date.parse(value), language)
    const grant = name === 'grant' ? staffGrants.find((each) => each === value) : undefined
    return grant ? text(`operations.grant.${grant}`) : value
  }
}
