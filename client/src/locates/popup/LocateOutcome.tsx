import type { LocateNotification } from '@aitai/contract/schemas/locates.ts'
import { resumableOutcomes } from '@aitai/engine/adverts/automatic.ts'
import { isSentOrLive } from '@aitai/engine/model/advert.ts'
import type { Outcome } from '@aitai/engine/model/locate.ts'
import { useState } from 'react'
import { ConnectionDetails } from '../../shared/agreements/ConnectionDetails.tsx'
import { ExecutedNote } from '../../shared/agreements/ExecutedNote.tsx'
import { NotExecutedNote } from '../../shared/agreements/NotExecutedNote.tsx'
import { useAdvertListQuery, useResumeAdvertMutation } from '../../shared/api/desk-api.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { useText } from '../../ui/text/use-text.ts'
import './locate-outcome.css'

interface Props {
  locate: LocateNotification
  outcome: Outcome
  onRead: () => void
}

/** The outcome of a locate, shown until the user confirms it. */
export function LocateOutcome({ locate, outcome, onRead }: Props) {
  const text = useText()
  const [resumeAdvert, resuming] = useResumeAdvertMutation()
  const [resumed, setResumed] = useState(false)
  const { isPaused, resumesLeft } = useAdvertListQuery(undefined, {
    selectFromResult: ({ data }) => {
      const advert = data?.find(({ id }) => id === locate.advertisementId)
      const isAutomatic = advert !== undefined && advert.resumesLeft < advert.autoResumes
      return {
        isPaused: advert?.advertisementStatus === 'PAUSED',
        resumesLeft: isAutomatic && isSentOrLive(advert) ? advert.resumesLeft : null,
      }
    },
  })
  const resume = async (): Promise<void> => {
    const { error } = await resumeAdvert({ id: locate.advertisementId })
    if (!error) setResumed(true)
  }
  const mayResume = resumableOutcomes.includes(outcome) && isPaused && !resumed
  return (
    <div className="locate-outcome" data-outcome={outcome}>
      <p className="locate-outcome-detail">
        {resumed ? text('locate.resumed') : text(`locate.outcomeDetail.${outcome}`)}
      </p>
      {resumableOutcomes.includes(outcome) && resumesLeft !== null && !resumed && (
        <p className="locate-outcome-detail">{text('locate.autoResumed', { left: resumesLeft })}</p>
      )}
      <ExecutedNote locate={locate} />
      <NotExecutedNote notExecuted={locate.notExecuted} />
      {outcome === 'ACCEPTED' && locate.connectionAgreementId && <ConnectionDetails locate={locate} />}
      <div className="locate-outcome-buttons">
        <Button className="locate-read" onClick={onRead}>
          {text('locate.read')}
        </Button>
        {mayResume && (
          <Button kind="primary" busy={resuming.isLoading} onClick={() => void resume()}>
            {text(resuming.isLoading ? 'locate.resuming' : 'locate.resume')}
          </Button>
        )}
      </div>
    </div>
  )
}
