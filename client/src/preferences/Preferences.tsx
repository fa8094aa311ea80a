import type { NamedConditions } from '@aitai/contract/schemas/preferences.ts'
import { useState } from 'react'
import { useGetTraderDefaultsQuery, useUserBrokersListQuery } from '../shared/api/desk-api.ts'
import { isCallFailure } from '../shared/api/failure.ts'
import { useBrokers } from '../shared/api/use-brokers.ts'
import { Button } from '../ui/controls/Button.tsx'
import { FormMessage } from '../ui/labels/FormMessage.tsx'
import { useFailureText, useText } from '../ui/text/use-text.ts'
import { DefaultsForm } from './DefaultsForm.tsx'
import { PreferencesSummary } from './PreferencesSummary.tsx'
import { SavedConditionsForm } from './saved-conditions/SavedConditionsForm.tsx'
import { SavedConditionsList } from './saved-conditions/SavedConditionsList.tsx'
import './preferences.css'

/** What the page shows: everything, one of the two forms, or everything after one of them was left. */
type View =
  | { readonly shows: 'all'; readonly left?: 'saved' | 'cancelled'; readonly lastEdited?: string | null }
  | { readonly shows: 'defaults' }
  | { readonly shows: 'conditions'; readonly edited: NamedConditions | null }

/** The defaults of a trader's new IOIs and the saved conditions: displayed, and edited on demand. */
export function Preferences() {
  const [view, setView] = useState<View>({ shows: 'all' })
  const { data: saved, ...defaultsQuery } = useGetTraderDefaultsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  // Loaded at once, so that the forms need not wait for the brokers.
  const brokersQuery = useUserBrokersListQuery()
  const brokers = useBrokers()
  if (!saved) return <Loading {...defaultsQuery} onRetry={defaultsQuery.refetch} />
  if (view.shows === 'all')
    return (
      <div className="preferences-page">
        <PreferencesSummary
          saved={saved}
          left={view.lastEdited === undefined ? (view.left ?? null) : null}
          onEdit={() => setView({ shows: 'defaults' })}
        />
        <SavedConditionsList
          left={
            view.lastEdited === undefined ? null : { name: view.lastEdited, isSaved: view.left === 'saved' }
          }
          onEdit={(edited) => setView({ shows: 'conditions', edited })}
        />
      </div>
    )
  if (!brokers) return <Loading {...brokersQuery} onRetry={brokersQuery.refetch} />
  if (view.shows === 'defaults')
    return (
      <DefaultsForm
        {...{ saved, brokers }}
        onSaved={() => setView({ shows: 'all', left: 'saved' })}
        onCancel={() => setView({ shows: 'all', left: 'cancelled' })}
      />
    )
  const { edited } = view
  return (
    <SavedConditionsForm
      {...{ edited, brokers }}
      initial={edited?.conditions ?? saved}
      onSaved={(name) => setView({ shows: 'all', left: 'saved', lastEdited: name })}
      onCancel={() => setView({ shows: 'all', left: 'cancelled', lastEdited: edited?.name ?? null })}
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
