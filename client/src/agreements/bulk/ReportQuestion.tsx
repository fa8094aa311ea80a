import type { KeyboardEvent } from 'react'
import { formatTimeWithZone } from '../../ui/format/format.ts'
import { Side } from '../../ui/labels/Side.tsx'
import { useLanguage, useText } from '../../ui/text/use-text.ts'
import type { ReportAnswers } from './bulk-reports.ts'
import type { BulkReportRun } from './use-bulk-report.ts'

interface Props {
  run: BulkReportRun
  answers: ReportAnswers
  onAnswer: (answers: ReportAnswers) => void
}

/** The one question that a report asks for all of its agreements; a confirmation asks none. */
export function ReportQuestion({ run, answers, onAnswer }: Props) {
  if (run.report === 'confirm') return null
  return (
    <fieldset className="bulk-report-question" onKeyDown={ignoreRepeats}>
      {run.report === 'executed' ? (
        <ExecutedAt {...{ run, answers, onAnswer }} />
      ) : (
        <AtFault {...{ answers, onAnswer }} />
      )}
    </fieldset>
  )
}

/** The key that opened the popup may still be held, and must not answer. */
const ignoreRepeats = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault()
}

function ExecutedAt({ run, answers, onAnswer }: Props) {
  const text = useText()
  const language = useLanguage()
  const names = {
    now: text('agreement.bulk.at.now', { time: formatTimeWithZone(run.openedAt, language) }),
    locate: text('agreement.bulk.at.locate'),
  }
  return (
    <>
      <legend>{text('agreement.executed.time')}</legend>
      {(['now', 'locate'] as const).map((executedAt) => (
        <label key={executedAt}>
          <input
            type="radio"
            name="executed-at"
            checked={answers.executedAt === executedAt}
            onChange={() => onAnswer({ ...answers, executedAt })}
          />
          {names[executedAt]}
        </label>
      ))}
    </>
  )
}

function AtFault({ answers, onAnswer }: Omit<Props, 'run'>) {
  const text = useText()
  return (
    <>
      <legend>{text('agreement.bulk.atFault')}</legend>
      {(['BUY', 'SELL', 'BOTH'] as const).map((atFault) => (
        <label key={atFault}>
          <input
            type="radio"
            name="at-fault"
            checked={answers.atFault === atFault}
            onChange={() => onAnswer({ ...answers, atFault })}
          />
          {atFault === 'BOTH' ? (
            text('agreement.notExecuted.both')
          ) : (
            <>
              <Side direction={atFault} /> {text(atFault === 'BUY' ? 'agreement.buy' : 'agreement.sell')}
            </>
          )}
        </label>
      ))}
    </>
  )
}
