import { cleanReason } from '@aitai/contract/routes/console/reason.ts'
import { type FormEvent, useState } from 'react'
import { useViewSurveillanceMutation } from '../../shared/api/console-compliance-api.ts'
import { isCallFailure } from '../../shared/api/failure.ts'
import { useConfirmation } from '../../shared/confirmation/use-confirmation.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { useFailureText, useText } from '../../ui/text/use-text.ts'
import { ConsoleBody } from '../ConsoleBody.tsx'
import { ConsolePart } from '../ConsolePart.tsx'
import { DayField, todayInTokyo } from '../DayField.tsx'
import { ReasonField } from '../ReasonField.tsx'
import { SurveillanceReport } from './SurveillanceReport.tsx'
import './surveillance.css'

/**
 * Which institutions look like probing on a trading day. The report names them, and pairs that failed locates with each
 * other, so it is shown for a reason, which the journal has first, like any other view of the journal.
 */
export function SurveillancePage() {
  const text = useText()
  const failureText = useFailureText()
  const today = todayInTokyo()
  const [day, setDay] = useState(today)
  const [reason, setReason] = useState('')
  const [view, { data, error, isLoading, reset }] = useViewSurveillanceMutation()
  const { confirmed, popup } = useConfirmation()
  const missing =
    day === '' || day > today
      ? text('operations.surveillance.needsDay')
      : cleanReason(reason) === null
        ? text('operations.halt.needsReason')
        : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (missing === null && !isLoading) void confirmed(() => view({ day, reason }))
  }
  const close = (): void => {
    reset()
    setReason('')
  }
  return (
    <ConsoleBody label={text('operations.page.surveillance')}>
      <ConsolePart
        title={text('operations.surveillance.request')}
        hint={text('operations.surveillance.request.hint')}
      >
        <form className="surveillance-form" onSubmit={submit}>
          <DayField label={text('operations.surveillance.day')} value={day} max={today} onChange={setDay} />
          <ReasonField value={reason} onChange={setReason} />
          <div className="console-field-button">
            <Button kind="primary" type="submit" busy={isLoading} dimmedBecause={missing}>
              {text('operations.surveillance.do')}
            </Button>
          </div>
        </form>
        {isCallFailure(error) && (
          <p className="surveillance-failure" role="alert">
            {failureText(error)}
          </p>
        )}
        {!data && <p className="console-empty">{text('operations.surveillance.start')}</p>}
      </ConsolePart>
      {data && <SurveillanceReport report={data} onClose={close} />}
      {popup}
    </ConsoleBody>
  )
}
