import { useState } from 'react'
import { useGetTraderDefaultsQuery, useUserBrokersListQuery } from '../app/api/desk-api.ts'
import { isCallFailure } from '../app/api/failure.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { PreferencesForm } from './PreferencesForm.tsx'
import { PreferencesSummary } from './PreferencesSummary.tsx'
import './preferences.css'

/** What a trader's new IOIs begin with: read, and edited on demand (specification 2, 3, 5). */
export function Preferences() {
  const [face, setFace] = useState<'summary' | 'form' | 'saved' | 'cancelled'>('summary')
  const { data: saved, ...asked } = useGetTraderDefaultsQuery(undefined, { refetchOnMountOrArgChange: true })
  // Asked for at once, so that the form need not wait for who may be chosen.
  const { data: brokers, ...askedBrokers } = useUserBrokersListQuery()
  if (!saved) return <Loading {...asked} onRetry={asked.refetch} />
  if (face !== 'form')
    return (
      <PreferencesSummary
        saved={saved}
        left={face === 'summary' ? null : face}
        onEdit={() => setFace('form')}
      />
    )
  if (!brokers) return <Loading {...askedBrokers} onRetry={askedBrokers.refetch} />
  return (
    <PreferencesForm
      {...{ saved, brokers }}
      onSaved={() => setFace('saved')}
      onCancel={() => setFace('cancelled')}
    />
  )
}

interface LoadingProps {
  isError: boolean
  isFetching: boolean
  error?: unknown
  onRetry: () => unknown
}

/** Nothing to show yet; or never, and then why not and a way on (specification 8). */
function Loading({ isError, isFetching, error, onRetry }: LoadingProps) {
  const text = useText()
  const failureText = useFailureText()
  if (!isError) return <div className="preferences-loading" aria-busy />
  return (
    <div className="preferences-loading">
      <FormMessage tone="error">
        {text('PREFERENCES_NOT_FETCHED')} {isCallFailure(error) ? failureText(error) : null}
      </FormMessage>
      <Button busy={isFetching} onClick={() => void onRetry()}>
        {text('common.retry')}
      </Button>
    </div>
  )
}
