import type { ConnectionAgreement } from '@aitai/contract/schemas/agreements.ts'
import { EditIcon } from '@salt-ds/icons'
import { notExecutedBy } from '../app/shared/not-executed-by.ts'
import { Button } from '../ui/controls/Button.tsx'
import { agreementSecurityIn } from '../ui/format/equity-name.ts'
import { formatHourMinute, formatUtc } from '../ui/format/format.ts'
import { useLanguage, useText } from '../ui/text/use-text.ts'
import { pressedOnce } from './pressed-once.ts'

interface Props {
  agreement: ConnectionAgreement
  /** Opens the popup in which it is reported, corrected and withdrawn. */
  onReport: () => void
}

/** The report that nothing was executed, or the offer to make it, as one button. */
export function ExecutionStatus({ agreement, onReport }: Props) {
  const text = useText()
  const language = useLanguage()
  const { notExecuted, undoPossible, buyOrganizationName, sellOrganizationName } = agreement
  const by = notExecutedBy(agreement)
  const naming = {
    security: agreementSecurityIn(language, agreement),
    buyer: buyOrganizationName,
    seller: sellOrganizationName,
  }
  const time = notExecuted ? formatHourMinute(notExecuted.reportedAt) : ''
  return (
    <Button
      kind="quiet"
      className="agreement-execution"
      dimmedBecause={undoPossible ? null : text('agreement.notExecuted.over')}
      // A report is named by its own text and what is heard after it.
      {...(by ? {} : { 'aria-label': text('agreement.notExecuted.actionFor', naming) })}
      {...pressedOnce(onReport)}
    >
      {by && notExecuted ? (
        <>
          <span className="agreement-lines" title={formatUtc(notExecuted.reportedAt)}>
            <span className="agreement-line">{text('agreement.notExecuted')}</span>{' '}
            <span className="agreement-second">{text(`agreement.notExecuted.by.${by}`, { time })}</span>
          </span>
          <span className="only-heard"> {text('agreement.notExecuted.changeFor', naming)}</span>
          {undoPossible ? <EditIcon aria-hidden /> : null}
        </>
      ) : (
        text('agreement.notExecuted.action')
      )}
    </Button>
  )
}
