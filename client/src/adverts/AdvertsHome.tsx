import type { Equity } from '@aitai/contract/schemas/reference.ts'
import { isTerminal } from '@aitai/engine/adverts/advert.ts'
import { type ReactNode, useCallback, useState } from 'react'
import { useGetEquitiesQuery, useUserBrokersListQuery } from '../app/api/desk-api.ts'
import { searchInputRef } from '../app/store/search-shortcut.ts'
import { useAppSelector } from '../app/store/store.ts'
import { UnsentAdvertsPopup } from '../ui/popups/UnsentAdvertsPopup.tsx'
import { useText } from '../ui/text/use-text.ts'
import { AdvertDesk } from './AdvertDesk.tsx'
import { ActionBar } from './actions/ActionBar.tsx'
import { selectAdvancedTab } from './desk-slice.ts'
import { LazyHistoryDesk, useIsHistoryOpen } from './history/LazyHistoryDesk.tsx'
import { AdvertSidebar } from './list/AdvertSidebar.tsx'
import { SearchBar } from './search/SearchBar.tsx'
import { StatusBanner } from './status/StatusBanner.tsx'
import { useAdverts, useEquities, useOpenOrCreateAdvert } from './use-adverts.ts'
import { useUnsentChangesPrompt } from './use-unsent-changes-prompt.ts'
import './adverts-home.css'

interface Props {
  /** Whether the market of a security is open, for the banner. */
  marketIndicator: (securityId: string | null) => ReactNode
  /** Mid, moves and limits, for the editor's head. */
  marketLine: (equity: Equity) => ReactNode
}

/** The trader home: search, the adverts of the day, the one in hand, what can be done (specification 2). */
export function AdvertsHome({ marketIndicator, marketLine }: Props) {
  const text = useText()
  const equities = useEquities()
  const { data: equityList } = useGetEquitiesQuery()
  const desk = useAdverts()
  const { list, adverts, selected } = desk
  const [toQuantity, setToQuantity] = useState(false)
  const goToQuantity = useCallback(() => setToQuantity(true), [])
  const arrived = useCallback(() => setToQuantity(false), [])
  const choose = useOpenOrCreateAdvert(list.data, list.refetch, goToQuantity)
  const leaving = useUnsentChangesPrompt(desk.edited.size)
  // Loaded with the desk, not with the first IOI (specification 6): its editor waits for nothing.
  useUserBrokersListQuery()
  const equity = selected ? equities.get(selected.securityId) : undefined
  const state = useContainerState(desk)
  const isMinimal = state === 'minimal'
  const isHistory = state === 'history'
  // Before that nobody knows where the buttons belong, and none may move under who presses it.
  const isKnown = list.data !== undefined || list.isError
  const taken = new Set(adverts.filter((advert) => !isTerminal(advert)).map(({ securityId }) => securityId))
  const others = adverts.filter(({ id }) => id !== selected?.id)
  return (
    <div className="adverts-home" data-state={state} aria-busy={list.isLoading}>
      <h1 className="only-heard">{text('advert.desk')}</h1>
      <StatusBanner advert={selected} equity={equity}>
        {marketIndicator(selected?.securityId ?? equityList?.[0]?.equityId ?? null)}
      </StatusBanner>
      {isHistory && (
        <LazyHistoryDesk {...{ desk, equities, inputRef: searchInputRef }} onOpen={goToQuantity} />
      )}
      {!isHistory && (
        <AdvertSidebar {...{ desk, equities, isMinimal }} onOpen={goToQuantity}>
          <SearchBar inputRef={searchInputRef} taken={taken} onChoose={(each) => void choose(each)} />
        </AdvertSidebar>
      )}
      {!isHistory && selected && equity && (
        <AdvertDesk
          key={desk.editing}
          {...{ advert: selected, equity, toQuantity, others, onArrived: arrived }}
        >
          {marketLine(equity)}
        </AdvertDesk>
      )}
      {isKnown && !isMinimal && !isHistory && !(selected && equity) && (
        <NothingInHand isLoaded={list.isSuccess} />
      )}
      {leaving.state === 'blocked' && (
        <UnsentAdvertsPopup unsent={desk.edited.size} onStay={leaving.reset} onLeave={leaving.proceed} />
      )}
    </div>
  )
}

/**
 * The state of the container (specification 2): minimal while there are no adverts, history while the table
 * of the day is up, advanced while the panel of the advert in hand is open, else basic. What was once known
 * of the list holds while it is asked for again.
 */
function useContainerState({ list, adverts, selected }: ReturnType<typeof useAdverts>) {
  const isHistory = useIsHistoryOpen(list.isSuccess)
  const panel = useAppSelector(selectAdvancedTab)
  if (list.data && adverts.length === 0) return 'minimal'
  if (isHistory) return 'history'
  return panel && selected ? 'advanced' : 'basic'
}

function NothingInHand({ isLoaded }: { isLoaded: boolean }) {
  const text = useText()
  return (
    <>
      <div className="desk-editor">{isLoaded && <p>{text('advert.editor.empty')}</p>}</div>
      <ActionBar advert={null} equity={undefined} isModified={false} formId="" />
    </>
  )
}
