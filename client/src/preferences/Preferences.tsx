import { useState } from 'react'
import { useGetTraderDefaultsQuery, useUserBrokersListQuery } from '../shared/api/desk-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { useBrokers } from '../shared/api/use-brokers.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { PreferencesForm } from './PreferencesForm.tsx'
import { PreferencesSummary } from './PreferencesSummary.tsx'
import './preferences.css'

/** The defaults of a trader's new IOIs: displayed, and edited on demand. */
export function Preferences() {
  const [view, setView] = useState<'summary' | 'form' | 'saved' | 'cancelled'>('summary')
  const { data: saved, ...defaultsQuery } = useGetTraderDefaultsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  // Loaded at once, so that the form need not wait for the brokers.
  const brokersQuery = useUserBrokersListQuery()
  const brokers = useBrokers()
  if (!saved) return <Loading {...defaultsQuery} onRetry={defaultsQuery.refetch} />
  if (view !== 'form')
    return (
      <PreferencesSummary
        saved={saved}
        left={view === 'summary' ? null : view}
        onEdit={() => setView('form')}
      />
    )
  if (!brokers) return <Loading {...brokersQuery} onRetry={brokersQuery.refetch} />
  return (
    <PreferencesForm
      {...{ saved, brokers }}
      onSaved={() => setView('saved')}
      onCancel={() => setView('cancelled')}
    />
  )
}

interface LoadingProps {
  isError: boolean
  isFetching: boolean
  error?: unknown
  onRetry: () => unknown
}

/** Loading or failed; on failure with the reason and a retry. */
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
